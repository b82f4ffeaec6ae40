import type { TickReader, TickRow } from '@tradeloom/market-data/ticks'

/** Live prices as they were logged, by the process that reads venues. */
export type PriceLog = Pick<TickReader, 'last' | 'heardAt' | 'read' | 'sequenceAt'>

/** Orders and levels are compared with a price of that age at most. */
const FRESH_MS = 10_000

/**
 * The newest price, null if it is too old. Its age counts from when its stream was last heard, be it a heartbeat: a quiet
 * market is not stale.
 */
export async function freshPrice(
  prices: PriceLog,
  instrumentId: string,
  { now, maxAgeMs = FRESH_MS }: { readonly now: number; readonly maxAgeMs?: number },
): Promise<TickRow | null> {
  const [last, heardAt] = [await prices.last(instrumentId), await prices.heardAt(instrumentId)]
  return last !== null && heardAt !== null && now - heardAt <= maxAgeMs ? last : null
}
