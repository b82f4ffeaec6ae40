import { emptyPeriodProblem, joinStretches, UserError } from '@tradeloom/domain'
import { damagedIn } from '../store/damaged-month.ts'
import type { InstrumentSummary } from '../store/instrument-folder.ts'
import { type SeriesInterval, seriesMs } from '../store/series.ts'

/** Throws UserError if the period has no rows. */
export function refuseEmptyPeriod(
  instrument: InstrumentSummary,
  rows: SeriesInterval,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const isUsed = (interval: SeriesInterval): boolean =>
    rows === 'M1' ? seriesMs(interval) <= seriesMs('M1') : interval === rows
  const series = instrument.series.filter(({ interval }) => isUsed(interval))
  // Reading a damaged month reports its error.
  if (series.some((one) => damagedIn(one, start, end).length > 0)) return
  const months = series.flatMap((one) => one.months)
  if (months.some(({ first, last }) => last >= start && first < end)) return
  const data = joinStretches(months)
  const resolution = rows === 'Tick' ? 0 : 1
  throw new UserError('no-data', emptyPeriodProblem({ market: instrument.id, resolution, start, end, data, day }))
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
