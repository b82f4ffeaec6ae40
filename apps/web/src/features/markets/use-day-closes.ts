import type { MarketInstrument } from '@tradeloom/contracts'
import { barStart } from '@tradeloom/domain'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import type { PriceRow } from '../../charts/price-chart/price-bars.ts'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

const INTERVAL = 'M15'
const QUARTER = 15 * 60_000
const DAY = 24 * 60 * 60_000
const CLOSE = 4
/** A picture of a day is drawn again at most that often. */
const EVERY_MS = 1_000

function dayQuery(instrumentId: string) {
  return queryOptions({
    queryKey: ['market-day', instrumentId],
    queryFn: async ({ signal }): Promise<readonly PriceRow[]> => {
      const end = Math.ceil(Date.now() / QUARTER) * QUARTER
      const [from, to] = [end - DAY, end].map((time) => new Date(time).toISOString())
      const query = { instrumentId, interval: INTERVAL, start: from!, end: to!, sides: 'bid' } as const
      return (await call('historicalPrices', { query, signal })).rows
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Closes of the last 24 hours in quarters of an hour: loaded once, and from then on as the market goes. */
export function useDayCloses(market: Pick<MarketInstrument, 'id' | 'dayEnd' | 'weekStart'>): readonly number[] {
  const client = useQueryClient()
  const isSeen = useIsSeen()
  const { id, dayEnd, weekStart } = market
  useEffect(() => {
    if (!isSeen) return undefined
    const { queryKey } = dayQuery(id)
    const load = (): void => void client.invalidateQueries({ queryKey })
    // What happened while the page was hidden.
    if (client.getQueryData(queryKey)) load()
    let next = 0
    const stopCandles = socket.subscribe(`candles.${id}`, ({ event, data }) => {
      if (event === 'missed') return load()
      if (event !== 'candle') return undefined
      const now = performance.now()
      if (now < next && !data.isFinal) return undefined
      next = now + EVERY_MS
      const start = barStart(data.time, INTERVAL, { dayEnd, weekStart })
      client.setQueryData<readonly PriceRow[]>(queryKey, (rows) => rows && withClose(rows, start, data.bid.close))
      return undefined
    })
    // The first connection of a page misses nothing: what it shows has just been asked for.
    let hasConnected = socket.state === 'open'
    const stopState = socket.onState(() => {
      if (socket.state !== 'open') return
      if (hasConnected) load()
      hasConnected = true
    })
    return () => {
      stopCandles()
      stopState()
    }
  }, [client, id, isSeen, dayEnd, weekStart])
  return (useQuery(dayQuery(id)).data ?? []).map((row) => row[CLOSE] ?? Number.NaN)
}

function withClose(rows: readonly PriceRow[], start: number, close: number): readonly PriceRow[] {
  const before = rows.filter((row) => row[0] !== start && (row[0] ?? 0) > start - DAY)
  return [...before, [start, close, close, close, close, 0]]
}
