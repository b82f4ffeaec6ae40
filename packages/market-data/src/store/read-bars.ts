import { barEnd, type BarInterval, barStart, DAY, HOUR, INTERVALS } from '@tradeloom/domain'

import { type BarPart, BarWindow } from './charts/bar-window.ts'
import type { ChartBars } from './charts/chart-bars.ts'
import { joinBars } from './charts/join-bars.ts'
import type { MonthBars } from './charts/month-bars.ts'
import type { InstrumentSummary, KeptMonth, SeriesSummary } from './instrument-folder.ts'
import type { Layers } from './layers.ts'
import { monthsIn } from './period-hash.ts'
import type { BarSource } from './read-months.ts'
import { lowerBound, seriesMs } from './series.ts'

export interface BarsRequest {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly from?: number
  readonly to?: number
  /** Maximum number of bars, the newest ones; defaults to 1000. */
  readonly limit?: number
}

/** Bars for a chart, aggregated from the longest stored series that divides them. */
export async function readBars(
  charts: ChartBars,
  layers: Layers,
  found: InstrumentSummary,
  request: BarsRequest,
): Promise<BarWindow> {
  const { interval, limit = 1000 } = request
  const series = chartSource(found, request)
  if (!series) return new BarWindow('', [])
  const from = Math.max(request.from ?? Number.NEGATIVE_INFINITY, barStart(series.first, interval, found))
  const to = Math.min(request.to ?? Number.POSITIVE_INFINITY, series.last + 1)
  const months = monthsIn(series, from, to)
  const source = { layers, found, series, interval }
  // The request may truncate the first and last bar; the end of the data truncates nothing.
  const start = barStart(from, interval, found)
  const head = start < from ? barEnd(start, interval, found) : from
  const tail = to > series.last ? Number.POSITIVE_INFINITY : barStart(to, interval, found)
  const parts: BarPart[] = []
  if (tail < to) parts.push(...(await cutBar(charts, source, months, Math.max(from, tail), to)))
  await addMonths(charts, source, months, { head, tail, limit }, parts)
  if (head > from && head <= tail && countOf(parts) < limit) {
    parts.unshift(...(await cutBar(charts, source, months, from, Math.min(head, to))))
  }
  const stamp = JSON.stringify([series.interval, series.price, series.source, months.map((month) => month.contentHash)])
  return new BarWindow(stamp, parts).newest(limit)
}

/** The longest stored series from which the bars can be aggregated; quotes are preferred to one-price data. */
function chartSource(found: InstrumentSummary, request: BarsRequest): SeriesSummary | undefined {
  const { ms } = INTERVALS[request.interval]
  const isShifted = found.dayEnd === 'new-york' && ms >= DAY
  const from = request.from ?? Number.NEGATIVE_INFINITY
  const to = request.to ?? Number.POSITIVE_INFINITY
  return (
    found.series
      .filter((one) => one.interval === 'Tick' || ms % seriesMs(one.interval) === 0)
      // The banking day ends on the hour, inside of longer bars; bars of days themselves stay as they are.
      .filter((one) => !isShifted || one.interval === request.interval || seriesMs(one.interval) <= HOUR)
      .filter((one) => monthsIn(one, from, to).length > 0)
      .toSorted((a, b) => seriesMs(b.interval) - seriesMs(a.interval) || (a.price < b.price ? -1 : 1))[0]
  )
}

/** The bar of the rows between two times within one interval. */
async function cutBar(
  charts: ChartBars,
  source: BarSource,
  months: readonly KeptMonth[],
  from: number,
  to: number,
): Promise<BarPart[]> {
  const there = monthsIn({ months }, from, to)
  if (there.length === 0) return []
  const bars = await charts.part(source, there, from, to)
  return bars.count === 0 ? [] : [{ bars, from: 0, to: bars.count }]
}

interface Wanted {
  /** Start of the first bar, and of the first one after the range. */
  readonly head: number
  readonly tail: number
  readonly limit: number
}

/** Prepends bars of whole months to `parts`, newest month first, until there are enough. */
async function addMonths(
  charts: ChartBars,
  source: BarSource,
  months: readonly KeptMonth[],
  { head, tail, limit }: Wanted,
  parts: BarPart[],
): Promise<void> {
  // A week, or a day that ends in New York, may have started in the previous month: one more bar ensures that the oldest
  // one is complete.
  const enough = INTERVALS[source.interval].ms >= DAY ? limit + 1 : limit
  for (const month of monthsIn({ months }, head, tail).toReversed()) {
    if (countOf(parts) >= enough) return
    const bars = await charts.month(source, month)
    const { time } = bars.columns
    const part = { bars, from: lowerBound(time, head), to: lowerBound(time, tail) }
    if (part.from < part.to) putBefore(parts, part)
  }
}

/** Joins the bars on both sides of a month boundary. */
function putBefore(parts: BarPart[], older: BarPart): void {
  const [newer] = parts
  const last = older.to - 1
  if (!newer || timeAt(newer.bars, newer.from) !== timeAt(older.bars, last)) {
    parts.unshift(older)
    return
  }
  parts[0] = { ...newer, from: newer.from + 1 }
  parts.unshift({ ...older, to: last }, { bars: joinBars(older.bars, last, newer.bars, newer.from), from: 0, to: 1 })
}

function timeAt(bars: MonthBars, index: number): number {
  return bars.columns.time[index] as number
}

function countOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, 0)
}
