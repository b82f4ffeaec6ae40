import type { MarketInstrument } from '@tradeloom/contracts'
import { INTERVALS, isBarInterval } from '@tradeloom/domain'

export const DAY = 86_400_000
const MINUTE = 60_000
const SATURDAY = 6

export interface PeriodSettings {
  /** First and last UTC day, `YYYY-MM-DD`; the last day is included. */
  readonly startDay: string | null
  readonly endDay: string | null
  /** The run ends with the last data instead of at the end of a day. */
  readonly isEndNow: boolean
}

export interface DataRange {
  readonly first: number
  readonly last: number
}

/** The date format of the dialogs: `03/29/2024`. */
export function dialogDay(time: number | string): string {
  const [year, month, day] = (typeof time === 'string' ? time : dayOf(time)).split('-')
  return `${month}/${day}/${year}`
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The data that a run of this resolution uses: ticks, minutes or, without minutes, the shortest longer bars. */
export function dataInterval(instrument: MarketInstrument | undefined, resolution: 0 | 1): string {
  if (resolution === 0) return 'Tick'
  const available = (instrument?.series ?? []).filter(({ rows }) => rows > 0).map(({ interval }) => interval)
  if (available.includes('M1')) return 'M1'
  return LONG_BARS.find((interval) => available.includes(interval)) ?? 'M1'
}

/** Intervals longer than a minute, shortest first. */
const LONG_BARS: readonly string[] = Object.entries(INTERVALS)
  .filter(([, { ms }]) => ms > INTERVALS.M1.ms)
  .map(([interval]) => interval)

/** First and last time of the data that a run of this resolution uses; null when the instrument has none. */
export function dataRange(instrument: MarketInstrument | undefined, resolution: 0 | 1): DataRange | null {
  const used = dataInterval(instrument, resolution)
  const series = instrument?.series.find(({ interval }) => interval === used)
  if (series === undefined || series.rows === 0) return null
  // The last bar reaches to its end.
  const lastBar = isBarInterval(used) ? Math.max(0, INTERVALS[used].ms - MINUTE) : 0
  return { first: series.first, last: series.last + lastBar }
}

/** Whether the data for this resolution has one price instead of bid and ask. */
export function hasOnePrice(instrument: MarketInstrument | undefined, resolution: 0 | 1): boolean {
  const used = dataInterval(instrument, resolution)
  const kinds = instrument?.series.filter(({ interval }) => interval === used) ?? []
  return kinds.length > 0 && kinds.every(({ price }) => price === 'trade')
}

/** Forex markets are closed on Saturdays. */
export function isClosedDay(instrument: MarketInstrument | undefined, day: string): boolean {
  return instrument?.calendar === 'forex' && new Date(dayStart(day)).getUTCDay() === SATURDAY
}

function oneMonthBefore(time: number): number {
  const date = new Date(time)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - 1)
  // The 31st does not exist in shorter months: JavaScript overflows into the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** The day before a closed one, else the day itself. */
export function openDayBefore(instrument: MarketInstrument | undefined, day: string): string {
  return isClosedDay(instrument, day) ? dayOf(dayStart(day) - DAY) : day
}

/** The day after a closed one, else the day itself. */
export function openDayAfter(instrument: MarketInstrument | undefined, day: string): string {
  return isClosedDay(instrument, day) ? dayOf(dayStart(day) + DAY) : day
}

/** The last month of the data. An end on a closed Saturday moves back, a start on one forward. */
export function defaultDays(
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): Pick<PeriodSettings, 'startDay' | 'endDay'> {
  const range = dataRange(instrument, resolution)
  if (range === null) return { startDay: null, endDay: null }
  let end = dayStart(dayOf(range.last))
  if (isClosedDay(instrument, dayOf(end)) && end - DAY >= range.first) end -= DAY
  let start = Math.max(dayStart(dayOf(range.first)), oneMonthBefore(end))
  if (isClosedDay(instrument, dayOf(start)) && start + DAY <= end) start += DAY
  return { startDay: dayOf(start), endDay: dayOf(end) }
}

/** Start of the run and its exclusive end, UTC milliseconds. */
export function runPeriod(settings: PeriodSettings, range: DataRange | null): { start: number; end: number } | null {
  if (settings.startDay === null) return null
  const start = dayStart(settings.startDay)
  if (settings.isEndNow) return range === null ? null : { start, end: Math.floor(range.last / MINUTE + 1) * MINUTE }
  return settings.endDay === null ? null : { start, end: dayStart(settings.endDay) + DAY }
}

/** The interval of the bars that minute runs use when the instrument has no minute data; null when it has. */
export function longBarLabel(instrument: MarketInstrument | undefined): string | null {
  const bars = dataInterval(instrument, 1)
  return isBarInterval(bars) && bars !== 'M1' ? INTERVALS[bars].label : null
}
