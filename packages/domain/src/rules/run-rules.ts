import { type BarInterval, type Interval, INTERVALS, isBarInterval } from '../interval.ts'
import { DAY } from '../time/units.ts'
import { unknownExternal } from './search-rules.ts'

// The rules of a run, for everything that accepts one: dialogs, the server, the terminal, the engine. Each rule returns
// the message for the trader, or null. Times are UTC milliseconds; the end of a period is not part of it.

const MAX_YEARS = 60
/** A run is graded day by day, also where it has no data. */
export const MAX_RUN_MS = MAX_YEARS * 366 * DAY

export function endProblem(start: number, end: number): string | null {
  return end <= start ? 'End cannot be before start!' : null
}

export function lengthProblem(start: number, end: number): string | null {
  return end - start > MAX_RUN_MS ? `A run can cover ${MAX_YEARS} years at most` : null
}

export function balanceProblem(balance: number): string | null {
  return balance > 0 && Number.isFinite(balance) ? null : 'Initial balance must be more than 0'
}

/** `resolution` 0: every tick; 1: minute bars, which cannot be split. */
export function intervalProblem(interval: Interval, resolution: 0 | 1): string | null {
  const isBelowMinute = !isBarInterval(interval) || INTERVALS[interval].ms < INTERVALS.M1.ms
  return resolution === 1 && isBelowMinute ? 'Intervals below one minute need the resolution of every tick' : null
}

/** `bars`: the finest data of a market at the start of a run; null if it has minutes. */
export function barsProblem(market: string, interval: Interval, bars: BarInterval | null): string | null {
  if (bars === null) return null
  const { ms, label } = INTERVALS[bars]
  if (isBarInterval(interval) && INTERVALS[interval].ms % ms === 0) return null
  return `The finest data for ${market} are bars of ${label} there: choose an interval that is made of them`
}

export function externalsProblem(
  given: Readonly<Record<string, unknown>>,
  declared: readonly { readonly name: string }[],
): string | null {
  const unknown = Object.keys(given).find((name) => !declared.some((external) => external.name === name))
  return unknown === undefined ? null : unknownExternal(unknown)
}

interface WantedData {
  /** The name of the market in the message. */
  readonly market: string
  readonly resolution: 0 | 1
  readonly start: number
  readonly end: number
  /** Times of the first and the last data of the resolution; null without any. */
  readonly data: { readonly first: number; readonly last: number } | null
  /** Writes a day in the message. */
  readonly day: (time: number) => string
}

/** The field is the one to change. Whole days count, because dialogs ask for days. */
export function dataProblem({ market, resolution, start, end, data, day }: WantedData): {
  readonly field: 'instrumentId' | 'start'
  readonly message: string
} | null {
  const what = `${dataOf(market, resolution)} unavailable`
  if (data === null) return { field: 'instrumentId', message: what }
  const firstDay = Math.floor(data.first / DAY) * DAY
  if (start < firstDay || end <= data.first) return { field: 'start', message: `${what} before ${day(data.first)}` }
  return start > data.last ? { field: 'start', message: `${what} after ${day(data.last)}` } : null
}

/** Of a period without a row. Earlier rows are loaded as history, so that it would go unnoticed. */
export function emptyPeriodProblem({ market, resolution, start, end, data, day }: WantedData): string {
  if (data === null) return `${dataOf(market, resolution)} unavailable`
  if (end <= data.first) return `${dataOf(market, resolution)} unavailable before ${day(data.first)}`
  const available = `${day(data.first)} to ${day(data.last)}`
  return `${dataOf(market, resolution)} between ${day(start)} and ${day(end)} unavailable; available: ${available}`
}

function dataOf(market: string, resolution: 0 | 1): string {
  return `${resolution === 0 ? 'Tick' : 'Price'} data for ${market}`
}
