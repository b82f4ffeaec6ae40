import type { TickReader } from '@tradeloom/market-data/ticks'

/** Live prices as they were logged. */
export type TickSource = Pick<TickReader, 'last' | 'heardAt' | 'read' | 'sequenceAt'>
