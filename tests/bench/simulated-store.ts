import type { Instrument } from '@tradeloom/domain'
import { ensureSimulatedMarket, type MarketStore, openMarketStore } from '@tradeloom/market-data'

const YEAR = 365 * 86_400_000

/** A store with the simulated market, and the last year of its EURUSD. */
export async function simulatedStore(folder: string): Promise<{
  readonly store: MarketStore
  readonly instrument: Instrument
  readonly from: number
  readonly to: number
}> {
  const store = openMarketStore(folder)
  // A fixed time, so that each run of the bench sees the same prices.
  await ensureSimulatedMarket(store, { now: Date.UTC(2026, 10, 1), onProgress: () => {} })
  const found = await store.instrument('EURUSD:SIM')
  if (!found) throw new Error('The simulated market has no EURUSD')
  const { series, ...instrument } = found
  const to = (series.find(({ interval }) => interval === 'M1')?.last ?? 0) + 60_000
  return { store, instrument, from: to - YEAR, to }
}
