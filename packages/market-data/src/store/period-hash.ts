import { createHash } from 'node:crypto'

import type { KeptMonth, SeriesSummary } from './instrument-folder.ts'

interface Months {
  readonly source: SeriesSummary['source']
  readonly months: readonly KeptMonth[]
}

/** Months with rows in `from <= time < to`, judging by their first and last row. */
export function monthsIn({ months }: Pick<Months, 'months'>, from: number, to: number): readonly KeptMonth[] {
  return months.filter((month) => month.last >= from && month.first < to)
}

/** Equal for equal values of a series in a period, whoever owns them; null if there are none. */
export function hashOfPeriod(series: Months, from: number, to: number): string | null {
  const months = monthsIn(series, from, to).map(({ month, contentHash }) => [month, contentHash])
  if (months.length === 0) return null
  return createHash('sha256')
    .update(JSON.stringify([series.source, months]))
    .digest('hex')
}
