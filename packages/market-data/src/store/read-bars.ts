import { type BarInterval, barStart, INTERVALS } from '@tradeloom/domain'

import type { InstrumentSummary, SeriesSummary } from './instrument-folder.ts'
import { type Layers, pathOfMonth } from './layers.ts'
import { monthsIn } from './period-hash.ts'
import { resample } from './resample.ts'
import { seriesMs, type SeriesTable } from './series.ts'
import { toMarketColumns } from './spread-model.ts'
import { readStable } from './stable-read.ts'

export interface BarsRequest {
  readonly instrumentId: string
  readonly interval: BarInterval
  readonly from?: number
  readonly to?: number
  /** Maximum number of bars, the newest ones; defaults to 1000. */
  readonly limit?: number
}

/** time, bid open, high, low, close, ask open, high, low, close, volume. */
export type BarRow = [number, number, number, number, number, number, number, number, number, number]

/** Bars for a chart, made from the longest stored series that divides them. */
export async function readBars(layers: Layers, found: InstrumentSummary, request: BarsRequest): Promise<BarRow[]> {
  const limit = request.limit ?? 1000
  const source = chartSource(found, request)
  if (!source) return []
  const { ms } = INTERVALS[request.interval]
  const to = Math.min(request.to ?? Number.POSITIVE_INFINITY, source.last + 1)
  const floor = Math.max(request.from ?? Number.NEGATIVE_INFINITY, barStart(source.first, request.interval))
  // Closed hours have no bars, so the search range is widened until the limit is reached.
  for (let span = limit * ms * 1.5 + 4 * 86_400_000; ; span *= 3) {
    const from = Math.max(floor, barStart(to - span, request.interval))
    const paths = monthsIn(source, from, to).map((month) => pathOfMonth(layers, found.id, source, month))
    if (paths.length === 0 && from <= floor) return []
    const table =
      paths.length === 0 ? null : await readStable(paths, () => resample(paths, source, request.interval, from, to))
    if (table && (table.rows >= limit || from <= floor)) return barRows(table, source, limit)
  }
}

/** The longest stored series that the bars can be made from; quotes before one-price data. */
function chartSource(found: InstrumentSummary, request: BarsRequest): SeriesSummary | undefined {
  const { ms } = INTERVALS[request.interval]
  const from = request.from ?? Number.NEGATIVE_INFINITY
  const to = request.to ?? Number.POSITIVE_INFINITY
  return found.series
    .filter((one) => one.interval === 'Tick' || ms % seriesMs(one.interval) === 0)
    .filter((one) => monthsIn(one, from, to).length > 0)
    .toSorted((a, b) => seriesMs(b.interval) - seriesMs(a.interval) || (a.price < b.price ? -1 : 1))[0]
}

function at(column: Float64Array, row: number): number {
  return column[row] as number
}

function barRows(table: SeriesTable, source: SeriesSummary, limit: number): BarRow[] {
  const columns = toMarketColumns(table, source.source, 0)
  if (columns.kind !== 'bar') return []
  const rows: BarRow[] = []
  for (let row = Math.max(0, table.rows - limit); row < table.rows; row++) {
    rows.push([
      at(columns.time, row),
      at(columns.bidOpen, row),
      at(columns.bidHigh, row),
      at(columns.bidLow, row),
      at(columns.bidClose, row),
      at(columns.askOpen, row),
      at(columns.askHigh, row),
      at(columns.askLow, row),
      at(columns.askClose, row),
      at(columns.volume, row),
    ])
  }
  return rows
}
