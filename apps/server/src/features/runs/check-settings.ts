import type { StoredExternal } from '@tradeloom/database'
import {
  type BarInterval,
  barIntervalFor,
  dataProblem,
  externalsProblem,
  INTERVALS,
  isBarInterval,
} from '@tradeloom/domain'
import { availableData, damagedIn, damagedMonth, type InstrumentSummary } from '@tradeloom/market-data'
import { AppError, refuseInput } from '../../platform/errors/app-error.ts'

const MINUTE = 60_000

/** Throws without data of the requested granularity; whole days count, because the dialog asks for days. */
export function checkPeriod(instrument: InstrumentSummary, resolution: 0 | 1, start: number, end: number): void {
  const problem = periodProblem(instrument, resolution, start, end)
  if (problem === null) return
  refuseDamaged(instrument, resolution, start, end)
  throw unavailable(problem.message, problem.field)
}

/** What the data of an instrument lacks for a period, and the field to change. */
export function periodProblem(
  instrument: InstrumentSummary,
  resolution: 0 | 1,
  start: number,
  end: number,
): ReturnType<typeof dataProblem> {
  const { id, calendar } = instrument
  const data = availableData(instrument, resolution)
  return dataProblem({ market: id, calendar, resolution, start, end, data, day: dayOf })
}

/** Data missing because its files are damaged is not reported as never imported. */
function refuseDamaged(instrument: InstrumentSummary, resolution: 0 | 1, start: number, end: number): void {
  for (const series of instrument.series) {
    const months = (series.interval === 'Tick') === (resolution === 0) ? damagedIn(series, start, end) : []
    if (months.length > 0) throw unavailable(damagedMonth(instrument.id, series, months).message, 'start')
  }
}

/** Where a run ends that is to end now: after the last minute of data. */
export function endOfData(instrument: InstrumentSummary, resolution: 0 | 1): number {
  const last = availableData(instrument, resolution).at(-1)?.last
  return last === undefined ? 0 : Math.floor(last / MINUTE + 1) * MINUTE
}

/** The bar interval of a run if longer than a minute, else null. */
export function longBarsOf(instrument: InstrumentSummary, start: number): BarInterval | null {
  const rows = barIntervalFor(instrument.series, start)
  return rows !== null && isBarInterval(rows) && INTERVALS[rows].ms > INTERVALS.M1.ms ? rows : null
}

/**
 * Every declared external with its given value or else its default. One with neither is left out: the dialog has asked
 * whether to go on without it.
 */
export function completeExternals(
  declared: readonly StoredExternal[],
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  refuseInput(externalsProblem(given, declared), 'externals')
  const complete: Record<string, number> = {}
  for (const { name, defaultValue } of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : defaultValue
    if (value !== undefined) complete[name] = value
  }
  return complete
}

export function unavailable(message: string, field: string): AppError {
  return new AppError('invalid-input', 'data-unavailable', message, { fields: { [field]: message } })
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
