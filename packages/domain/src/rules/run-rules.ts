import { type BarInterval, type Interval, INTERVALS, isBarInterval } from '../interval.ts'
import type { Instrument } from '../instrument.ts'
import { dayOfWeek } from '../time/calendar.ts'
import { DAY } from '../time/units.ts'
import { type DataStretch, stretchesText } from './data-stretches.ts'
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
  /** The data of the resolution, in order; empty without any. */
  readonly data: readonly DataStretch[]
  readonly calendar: Instrument['calendar']
  /** Writes a day in the message. */
  readonly day: (time: number) => string
}

/** The field is the one to change. Whole days count, because dialogs ask for days; weekends without trade are no gap. */
export function dataProblem({ market, resolution, start, end, data, calendar, day }: WantedData): {
  readonly field: 'instrumentId' | 'start' | 'end'
  readonly message: string
} | null {
  const what = `${dataOf(market, resolution)} unavailable`
  const [first, last] = [data[0], data.at(-1)]
  if (first === undefined || last === undefined) return { field: 'instrumentId', message: what }
  if (start < dayStart(first.first) || end <= first.first) {
    return { field: 'start', message: `${what} before ${day(first.first)}` }
  }
  const after = `${what} after ${day(last.last)}`
  if (start > last.last) return { field: 'start', message: after }
  if (end > openUntil(last.last, calendar)) return { field: 'end', message: after }
  const gaps = data.slice(1).map((next, i) => ({ from: data[i]?.last ?? 0, to: next.first }))
  const within = (time: number) => gaps.find(({ from, to }) => time >= openUntil(from, calendar) && time < dayStart(to))
  for (const [field, time] of [
    ['start', start],
    ['end', end - 1],
  ] as const) {
    const gap = within(time)
    if (gap !== undefined) return { field, message: `${what} between ${day(gap.from)} and ${day(gap.to)}` }
  }
  return null
}

/** Of a period without a row. Earlier rows are loaded as history, so that it would go unnoticed. */
export function emptyPeriodProblem(wanted: Omit<WantedData, 'calendar'>): string {
  const { market, resolution, start, end, data, day } = wanted
  const [first] = data
  if (first === undefined) return `${dataOf(market, resolution)} unavailable`
  if (end <= first.first) return `${dataOf(market, resolution)} unavailable before ${day(first.first)}`
  const available = stretchesText(data, day)
  return `${dataOf(market, resolution)} between ${day(start)} and ${day(end)} unavailable; available: ${available}`
}

const dayStart = (time: number): number => Math.floor(time / DAY) * DAY

/** The end of the day of the last row, or of the weekend that follows it. */
function openUntil(last: number, calendar: Instrument['calendar']): number {
  const end = dayStart(last) + DAY
  const weekend = dayOfWeek(end) === SATURDAY ? 2 : dayOfWeek(end) === 0 ? 1 : 0
  return calendar === 'forex' ? end + weekend * DAY : end
}

const SATURDAY = 6

function dataOf(market: string, resolution: 0 | 1): string {
  return `${resolution === 0 ? 'Tick' : 'Price'} data for ${market}`
}
