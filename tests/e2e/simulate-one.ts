import { join } from 'node:path'
import { ensureSimulatedMarket, openMarketStore } from '../../packages/market-data/src/index.ts'
import { SIMULATED } from '../../packages/simulation/src/index.ts'

/** For servers that are given their market: they neither simulate one nor run the samples on it. */
export const GIVEN_MARKET = { TRADELOOM_SIMULATED_MARKET: 'off' }

/** Puts the simulated EURUSD into a data folder; the four others would take three times as long. */
export function simulateOne(data: string): Promise<void> {
  const profiles = SIMULATED.filter(({ id }) => id === 'EURUSD:SIM')
  return ensureSimulatedMarket(openMarketStore(join(data, 'market')), { now: Date.now(), profiles })
}
