import { barStart } from '@tradeloom/domain'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { MarketPair } from './shown-pair.ts'

const INTERVAL = 'M15'
const QUARTER = 15 * 60_000
const PERIODS = 800
const CLOSE = 4

export interface PercentHistory {
  readonly time: readonly number[]
  /** Fractions of the ask. */
  readonly values: readonly number[]
}

/** What selling at the bid of one market and buying at the ask of the other would have brought, at the end of each quarter. */
export function historyQuery({ sell, buy }: MarketPair, now: number) {
  const end = barStart(now, INTERVAL, {}) + QUARTER
  return queryOptions({
    queryKey: ['arbitrage-history', sell.id, buy.id, end],
    queryFn: async ({ signal }): Promise<PercentHistory> => {
      const span = { start: new Date(end - PERIODS * QUARTER).toISOString(), end: new Date(end).toISOString() }
      const closesOf = async (instrumentId: string, sides: 'bid' | 'ask') => {
        const query = { instrumentId, interval: INTERVAL, ...span, limit: PERIODS, sides } as const
        const { rows } = await call('historicalPrices', { query, signal })
        return new Map(rows.map((row) => [row[0] as number, row[CLOSE] as number]))
      }
      const [bids, asks] = await Promise.all([closesOf(sell.id, 'bid'), closesOf(buy.id, 'ask')])
      const time = [...bids.keys()].filter((one) => asks.has(one)).toSorted((a, b) => a - b)
      const values = time.map((one) => ((bids.get(one) ?? 0) - (asks.get(one) ?? 0)) / (asks.get(one) ?? 1))
      return { time, values }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** With the quarter that has begun, as it is now. */
export function withNow({ time, values }: PercentHistory, percent: number, now: number): PercentHistory {
  const start = barStart(now, INTERVAL, {})
  const kept = time.findIndex((one) => one >= start)
  const end = kept === -1 ? time.length : kept
  return { time: [...time.slice(0, end), start], values: [...values.slice(0, end), percent / 100] }
}
