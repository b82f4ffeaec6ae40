import { createHash } from 'node:crypto'

import type { KeptMonth, SeriesSummary } from './instrument-folder.ts'

interface Months {
  readonly source: SeriesSummary['source']
  readonly months: readonly KeptMonth[]
}

/** Months with rows in `from <= time < to`, as far as their first and last row tell. */
export function monthsIn({ months }: Pick<Months, 'months'>, from: number, to: number): readonly KeptMonth[] {
  return months.filter((month) => month.last >= from && month.first < to)
}

/** The same for the same values of a series in a period, whoever's they are; null when there are none. */
export function hashOfPeriod(series: Months, from: number, to: number): string | null {
  const months = monthsIn(series, from, to).map(({ month, contentHash }) => [month, contentHash])
  if (months.length === 0) return null
  return createHash('sha256')
    .update(JSON.stringify([series.source, months]))
    .digest('hex')
}
