import { MAX_RUN_MS, UserError } from '@tradeloom/domain'
import type { Closure } from '@tradeloom/domain'

import type { DayGrade, Defect, GradeSummary } from '../quality/grade.ts'
import { joinDetails, type MonthQuality, periodQuality, type PeriodQuality } from '../quality/series-quality.ts'
import type { InstrumentSummary, KeptMonth, SeriesSummary } from './instrument-folder.ts'
import { marketOf } from './instrument-view.ts'
import { type Layers, pathOfMonth } from './layers.ts'
import { type MonthDetail, readMonthDetail } from './month-file.ts'
import { type PriceKind, type SeriesInterval, seriesMs } from './series.ts'

export interface QualityRequest {
  readonly instrumentId: string
  /** As in ColumnsRequest; defaults to the finest series that minutes can be made from, else the finest of all. */
  readonly series?: SeriesInterval
  readonly price?: PriceKind
  /** `from <= time < to`, UTC milliseconds: also grades that period; time in it without any rows counts as missing. */
  readonly from?: number
  readonly to?: number
}

/** How good one series of an instrument is. */
export interface SeriesQuality {
  readonly instrumentId: string
  readonly interval: SeriesInterval
  readonly price: PriceKind
  /** UTC milliseconds of the first and last row. */
  readonly first: number
  readonly last: number
  /** Over the whole series. */
  readonly summary: GradeSummary
  /** Every month of the series, including those without rows. */
  readonly months: readonly MonthQuality[]
  /** Months whose file is damaged; they count as missing until they are imported again. */
  readonly damaged: readonly string[]
  /** Days and defects of the requested period, or of the whole series. */
  readonly days: readonly DayGrade[]
  readonly defects: readonly Defect[]
  /** Of the requested period; null when none was requested. */
  readonly period: PeriodQuality | null
}

/** Reads the grades of the months that a request touches. */
export async function readQuality(
  layers: Layers,
  found: InstrumentSummary,
  series: SeriesSummary,
  closures: readonly Closure[],
  { from, to }: Pick<QualityRequest, 'from' | 'to'>,
): Promise<SeriesQuality> {
  const hours = { calendar: found.calendar, closures }
  const start = from ?? Number.NEGATIVE_INFINITY
  const end = to ?? Number.POSITIVE_INFINITY
  if ((from !== undefined || to !== undefined) && Math.abs((to ?? series.last) - (from ?? series.first)) > MAX_RUN_MS)
    throw new UserError('limit', `A period of more than ${MAX_YEARS} years cannot be graded`)
  const details: MonthDetail[] = []
  for (const month of withNeighbors(series.months, start, end)) {
    const path = pathOfMonth(layers, found.id, series, month)
    const market = marketOf(layers, found, closures, month.isPrivate)
    details.push(await readMonthDetail(path, month.month, series, market))
  }
  const detail = joinDetails(details, series.interval, hours)
  const { first, last, interval, price } = series
  const period =
    from === undefined && to === undefined
      ? null
      : periodQuality(
          { ...detail, interval, first, last },
          from ?? first,
          to ?? last + Math.max(1, seriesMs(interval)),
          hours,
        )
  const { summary, months } = series.quality
  const { days, defects } = period ?? detail
  return {
    instrumentId: found.id,
    interval,
    price,
    first,
    last,
    summary,
    months,
    damaged: series.damaged,
    days,
    defects,
    period,
  }
}

/** Days are counted one by one, including those without data. */
const MAX_YEARS = 60

/**
 * The months with rows in a period, and one on either side: it shows what is missing up to it, however far away it is.
 */
function withNeighbors(months: readonly KeptMonth[], start: number, end: number): readonly KeptMonth[] {
  const first = months.findIndex((month) => month.last >= start)
  const after = months.findIndex((month) => month.first >= end)
  return months.slice(Math.max(0, (first < 0 ? months.length : first) - 1), after < 0 ? months.length : after + 1)
}
