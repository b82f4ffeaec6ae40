import type { MarketProfit } from '@tradeloom/contracts'
import type { RunResult, RunSpec } from '@tradeloom/engine'

type ResultPosition = RunResult['positions'][number]

/** Profit by instrument, in the order of the run's markets; null for a run on one instrument. */
export function profitByMarket(
  { instrument, markets = [] }: Pick<RunSpec, 'instrument' | 'markets'>,
  positions: readonly ResultPosition[],
): MarketProfit[] | null {
  if (markets.length === 0) return null
  return [instrument, ...markets.map((market) => market.instrument)].map(({ id }) => {
    const own = positions.filter(({ instrumentId }) => instrumentId === id)
    const closed = own.filter(({ status }) => status === 'CLOSED')
    return {
      instrumentId: id,
      positions: closed.length,
      winners: closed.filter(({ profit }) => profit > 0).length,
      profit: sum(own.map(({ profit }) => profit)),
      pips: sum(own.map(({ pips }) => pips)),
    }
  })
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
