import { endProblem } from '@tradeloom/domain'
import { type HistoricalTicks, MAX_TICK_SPAN_MS, MAX_TICKS } from '@tradeloom/contracts'
import { invalid, notFound, refuseInput } from '../../platform/errors/app-error.ts'
import { type BarsQuery, type MarketService, refuse } from './market.service.ts'

type TicksQuery = Pick<BarsQuery, 'instrumentId' | 'start' | 'end'>

/** The newest ticks of a short period, as a viewer may see them; none where the instrument has no ticks. */
export async function readTicks(
  market: Pick<MarketService, 'store' | 'find'>,
  query: TicksQuery,
  viewer: string | null,
): Promise<HistoricalTicks> {
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
  const first = Math.max(0, time.length - MAX_TICKS)
  const rows = Array.from(time.subarray(first), (at, row): [number, number, number] => [
    at,
    bid[first + row] as number,
    ask[first + row] as number,
  ])
  return { rows, more: first > 0 }
}
