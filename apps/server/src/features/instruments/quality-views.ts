import type { DayGrade, MonthQuality, SeriesQuality } from '@tradeloom/contracts'
import {
  type DayGrade as KeptDay,
  listDefects,
  type MonthQuality as KeptMonth,
  type SeriesQuality as KeptQuality,
} from '@tradeloom/market-data'

/** A screen cannot show more, and all defects of several years would be megabytes. */
const LISTED = 500

/** A month for display; `rows` come from its record and are 0 without data. */
export function viewMonth(month: KeptMonth, rows: number): MonthQuality {
  return {
    month: month.month,
    rows,
    goodShare: share(month.good, month.expected),
    gaps: month.gaps,
    missingBars: month.missing,
    duplicates: month.duplicates,
    crossed: month.crossed,
    outliers: month.outliers,
    jumps: month.jumps,
    inconsistent: month.inconsistent,
    flat: month.flat,
    closed: month.closed,
    scaleFactor: month.scaleFactor,
    shift: month.shift,
  }
}

export function viewQuality(quality: KeptQuality, rowsOf: (month: string) => number): SeriesQuality {
  const { summary } = quality
  return {
    instrumentId: quality.instrumentId,
    interval: quality.interval,
    price: quality.price,
    first: quality.first,
    last: quality.last,
    goodShare: share(summary.good, summary.expected),
    scaleFactor: summary.scaleFactor,
    shift: summary.shift,
    damagedMonths: [...quality.damaged],
    months: quality.months.map((month) => viewMonth(month, rowsOf(month.month))),
    days: viewDays(quality.days),
    defects: [...listDefects(quality.defects, LISTED)],
    defectCount: quality.defects.length,
  }
}

export function viewDays(days: readonly KeptDay[]): DayGrade[] {
  return days.map(({ day, expected, good, missing }) => [day, expected, good, missing])
}

export function share(good: number, expected: number): number {
  return expected === 0 ? 0 : good / expected
}
