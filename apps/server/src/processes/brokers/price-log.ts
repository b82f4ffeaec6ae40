import type { TickReader } from '@tradeloom/market-data/ticks'

/** Live prices as they were logged, by the process that reads venues. */
export type PriceLog = Pick<TickReader, 'last' | 'read' | 'sequenceAt'>
