import { endProblem } from '@tradeloom/domain'
import { type HistoricalTicks, MAX_TICK_SPAN_MS, MAX_TICKS } from '@tradeloom/contracts'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import { type BarsQuery, type MarketService, refuse } from './market.service.ts'

interface TicksQuery extends Pick<BarsQuery, 'instrumentId' | 'start' | 'end'> {
  readonly limit?: number
  readonly sides?: 'both' | 'bid' | 'ask' | 'mid'
}

/** Time, then both prices or one. */
type Row = [number, number, number] | [number, number]

const SIDES = {
  both: (bid: number, ask: number) => [bid, ask],
  bid: (bid: number) => [bid],
  ask: (_: number, ask: number) => [ask],
  mid: (bid: number, ask: number) => [(bid + ask) / 2],
} as const

type Market = Pick<MarketService, 'store' | 'find'>

/** The newest ticks of a short period, as a viewer may see them; none where the instrument has no ticks. */
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
  const found = await market.find(query.instrumentId, viewer)
  if (!found) throw notFound('Instrument')
  const hasTicks = found.series.some(({ interval, first, last }) => interval === 'Tick' && first < to && last >= from)
  if (!hasTicks) return { rows: [], more: false }
  const view = market.store.forOwner(viewer)
  const columns = await view.load({ instrumentId: found.id, series: 'Tick', from, to }).catch(refuse)
  if (columns.kind !== 'tick') throw new TypeError('A series of ticks has bars')
  const { time, bid, ask } = columns
  const { sides = 'both', limit = MAX_TICKS } = query
  const first = Math.max(0, time.length - Math.min(limit, MAX_TICKS))
  const rows = Array.from(time.subarray(first), (at, row) => {
    const quote = [bid[first + row] as number, ask[first + row] as number] as const
    return [at, ...SIDES[sides](...quote)] as Row
  })
  return { rows, more: first > 0 }
}
