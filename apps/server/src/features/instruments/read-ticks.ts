import { endProblem } from '@tradeloom/domain'
import { type HistoricalTicks, MAX_TICK_SPAN_MS, MAX_TICKS } from '@tradeloom/contracts'
import type { InstrumentSummary } from '@tradeloom/market-data'
import { invalid, refuseInput } from '../../platform/errors/app-error.ts'
import { loggedTicks } from './logged-ticks.ts'
import { type BarsQuery, type MarketService, refuse } from './market.service.ts'

interface TicksQuery extends Pick<BarsQuery, 'instrumentId' | 'start' | 'end'> {
  readonly limit?: number
  readonly sides?: 'both' | 'bid' | 'ask' | 'mid'
}

/** Time, then both prices or one. */
type Row = [number, number, number] | [number, number]
type Quote = readonly [time: number, bid: number, ask: number]

const SIDES = {
  both: (bid: number, ask: number) => [bid, ask],
  bid: (bid: number) => [bid],
  ask: (_: number, ask: number) => [ask],
  mid: (bid: number, ask: number) => [(bid + ask) / 2],
} as const

type Market = Pick<MarketService, 'store' | 'find' | 'isListed' | 'ticks'>

/** The newest ticks of a short period, as a viewer may see them: those that are stored, and then those that came live. */
export function readTicks(
  market: Market,
  query: TicksQuery & { readonly sides?: never },
  viewer: string | null,
): Promise<HistoricalTicks>
export function readTicks(
  market: Market,
  query: TicksQuery,
  viewer: string | null,
): Promise<Omit<HistoricalTicks, 'rows'> & { rows: Row[] }>
export async function readTicks(
  market: Market,
  query: TicksQuery,
  viewer: string | null,
): Promise<Omit<HistoricalTicks, 'rows'> & { rows: Row[] }> {
  const [from, to] = [Date.parse(query.start), Date.parse(query.end)]
  refuseInput(endProblem(from, to), 'end')
  if (to - from > MAX_TICK_SPAN_MS) throw invalid('Ticks are read for at most 30 minutes at a time', 'end')
  const { sides = 'both', limit = MAX_TICKS } = query
  const most = Math.min(limit, MAX_TICKS)
  const { found, rows } = await loggedTicks(market, { id: query.instrumentId, from, to }, viewer)
  let quotes = found === null ? [] : await storedTicks(market, found, from, to, viewer)
  let more = false
  const cut = (): void => {
    more ||= quotes.length > most
    quotes = quotes.slice(Math.max(0, quotes.length - most))
  }
  cut()
  for await (const part of rows) {
    quotes.push(...part.map(({ time, bid, ask }): Quote => [time, bid, ask]))
    cut()
  }
  return { rows: quotes.map(([time, bid, ask]) => [time, ...SIDES[sides](bid, ask)] as Row), more }
}

async function storedTicks(
  { store }: Market,
  { id: instrumentId, series }: InstrumentSummary,
  from: number,
  to: number,
  viewer: string | null,
): Promise<Quote[]> {
  if (!series.some(({ interval, first, last }) => interval === 'Tick' && first < to && last >= from)) return []
  const columns = await store.forOwner(viewer).load({ instrumentId, series: 'Tick', from, to }).catch(refuse)
  if (columns.kind !== 'tick') throw new TypeError('A series of ticks has bars')
  const { bid, ask } = columns
  return Array.from(columns.time, (time, row): Quote => [time, bid[row] as number, ask[row] as number])
}
