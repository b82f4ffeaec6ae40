import type { Backtest } from '@tradeloom/contracts'
import type { StoredExternal } from '@tradeloom/database'
import { type BarInterval, INTERVALS, isBarInterval } from '@tradeloom/domain'
import {
  barIntervalFor,
  barSpans,
  damagedIn,
  damagedMonth,
  type InstrumentSummary,
  MAX_GRADED_MS,
} from '@tradeloom/market-data'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import { spanOf } from '../instruments/market.service.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const NEEDS_TICKS: readonly string[] = ['Tick', 'S5', 'S15', 'S30']

/** A run is graded day by day, also where it has no data. */
export function checkLength(start: Date, end: Date): void {
  if (end.getTime() - start.getTime() > MAX_GRADED_MS) throw invalid('A run can cover 60 years at most', 'end')
}

/** Throws without data of the requested granularity; whole days count, because the dialog asks for days. */
export function checkPeriod(instrument: InstrumentSummary, resolution: 0 | 1, start: number, end: number): void {
  const what = resolution === 0 ? 'Tick' : 'Price'
  const span = resolution === 0 ? spanOf(instrument, 'Tick') : barSpan(instrument)
  if (!span || start > span.last || end <= span.first) refuseDamaged(instrument, resolution, start, end)
  if (!span) throw unavailable(`${what} data for ${instrument.id} unavailable`, 'instrumentId')
  const firstDay = Math.floor(span.first / DAY) * DAY
  if (start < firstDay || end <= span.first) {
    throw unavailable(`${what} data for ${instrument.id} unavailable before ${dayOf(span.first)}`, 'start')
  }
  if (start > span.last) {
    throw unavailable(`${what} data for ${instrument.id} unavailable after ${dayOf(span.last)}`, 'start')
  }
}

/** Data missing because its files are damaged is not reported as never imported. */
function refuseDamaged(instrument: InstrumentSummary, resolution: 0 | 1, start: number, end: number): void {
  for (const series of instrument.series) {
    const months = (series.interval === 'Tick') === (resolution === 0) ? damagedIn(series, start, end) : []
    if (months.length > 0) throw unavailable(damagedMonth(instrument.id, series, months).message, 'start')
  }
}

/** The period from the first bar of any length to the last. */
function barSpan(instrument: InstrumentSummary): { readonly first: number; readonly last: number } | null {
  const spans = barSpans(instrument)
  if (spans.length === 0) return null
  return { first: Math.min(...spans.map(({ first }) => first)), last: Math.max(...spans.map(({ last }) => last)) }
}

/** Where a run ends that is to end now: after the last minute of data. */
export function endOfData(instrument: InstrumentSummary, resolution: 0 | 1): number {
  const last = resolution === 0 ? spanOf(instrument, 'Tick')?.last : lastOfBars(instrument)
  return last === undefined ? 0 : Math.floor(last / MINUTE + 1) * MINUTE
}

/** The start of the last minute that bars cover. */
function lastOfBars(instrument: InstrumentSummary): number | undefined {
  const ends = barSpans(instrument).map(({ interval, last }) =>
    isBarInterval(interval) ? last + Math.max(0, INTERVALS[interval].ms - MINUTE) : last,
  )
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/** The bar interval of a run if longer than a minute, else null. */
export function longBarsOf(instrument: InstrumentSummary, start: number): BarInterval | null {
  const rows = barIntervalFor(instrument, start)
  return rows !== null && isBarInterval(rows) && INTERVALS[rows].ms > INTERVALS.M1.ms ? rows : null
}

/** Throws if the finest bars at the start are too long for the interval. */
export function checkBars(instrument: InstrumentSummary, interval: Backtest['interval'], start: number): void {
  const rows = longBarsOf(instrument, start)
  if (rows === null) return
  const { ms, label } = INTERVALS[rows]
  if (isBarInterval(interval) && INTERVALS[interval].ms % ms === 0) return
  const message = `The finest data for ${instrument.id} are bars of ${label} there: choose an interval that is made of them`
  throw invalid(message, 'interval')
}

export function checkInterval(interval: Backtest['interval'], resolution: 0 | 1): void {
  if (resolution === 1 && NEEDS_TICKS.includes(interval)) {
    throw invalid('Intervals below one minute need the resolution of every tick', 'interval')
  }
}

/**
 * Every declared external with its given value or else its default. One with neither is left out: the dialog has asked
 * whether to go on without it.
 */
export function completeExternals(
  declared: readonly StoredExternal[],
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  const unknown = Object.keys(given).find((name) => !declared.some((external) => external.name === name))
  if (unknown !== undefined) throw invalid(`The script has no external ${unknown}`, 'externals')
  const complete: Record<string, number> = {}
  for (const { name, defaultValue } of declared) {
    const value = Object.hasOwn(given, name) ? given[name] : defaultValue
    if (value !== undefined) complete[name] = value
  }
  return complete
}

function unavailable(message: string, field: string): AppError {
  return new AppError('invalid-input', 'data-unavailable', message, { fields: { [field]: message } })
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
