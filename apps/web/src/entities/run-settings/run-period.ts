import type { MarketInstrument } from '@tradeloom/contracts'
import {
  barIntervalFor,
  barSpans,
  type DataStretch,
  INTERVALS,
  isBarInterval,
  isMarketOpen,
  runStretches,
} from '@tradeloom/domain'

export const DAY = 86_400_000
const MINUTE = 60_000
const SATURDAY = 6
/** Thin markets have minutes without a price. */
const QUIET = 30 * MINUTE

export interface PeriodSettings {
  /** First and last UTC day, `YYYY-MM-DD`; the last day is included. */
  readonly startDay: string | null
  readonly endDay: string | null
  /** The run ends with the last data instead of at the end of a day. */
  readonly isEndNow: boolean
}

/** The date format of the dialogs: `03/29/2024`. */
export function dialogDay(time: number | string): string {
  const [year, month, day] = (typeof time === 'string' ? time : dayOf(time)).split('-')
  return `${month}/${day}/${year}`
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The data that a run of this resolution can use, in periods without an interruption of a month. */
export function availableData(
  instrument: Pick<MarketInstrument, 'series'> | undefined,
  resolution: 0 | 1,
): DataStretch[] {
  return runStretches(instrument?.series ?? [], resolution)
}

/** First and last time of the data that a run of this resolution can use; null when the instrument has none. */
export function dataRange(instrument: MarketInstrument | undefined, resolution: 0 | 1): DataStretch | null {
  const stretches = availableData(instrument, resolution)
  const [first, last] = [stretches[0], stretches.at(-1)]
  return first === undefined || last === undefined ? null : { first: first.first, last: last.last }
}

/** The rows of a run that starts at this day: ticks, minutes or, without minutes there, the shortest longer bars. */
export function dataInterval(
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
  startDay: string | null,
): string {
  if (resolution === 0) return 'Tick'
  return barIntervalFor(instrument?.series ?? [], startDay === null ? NaN : dayStart(startDay)) ?? 'M1'
}

/** Whether the data for this resolution has one price instead of bid and ask. */
export function hasOnePrice(instrument: MarketInstrument | undefined, resolution: 0 | 1): boolean {
  const stored = (instrument?.series ?? []).filter(({ rows }) => rows > 0)
  const used = dataInterval(instrument, resolution, null)
  const source = used === 'M1' ? MINUTE_SOURCES.find((name) => stored.some(({ interval }) => interval === name)) : used
  const kinds = stored.filter(({ interval }) => interval === source)
  return kinds.length > 0 && kinds.every(({ price }) => price === 'trade')
}

/** What minutes are made from, best first. */
const MINUTE_SOURCES = ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick']

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

/**
 * The last month of the data, up to its last full day. An end on a closed Saturday moves back, a start on one forward.
 */
export function defaultDays(
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): Pick<PeriodSettings, 'startDay' | 'endDay'> {
  const data = availableData(instrument, resolution).at(-1)
  if (data === undefined) return { startDay: null, endDay: null }
  const firstDay = dayStart(dayOf(data.first))
  let end = dayStart(dayOf(data.last))
  if (!isFullDay(instrument, data.last) && end > firstDay) end -= DAY
  if (isClosedDay(instrument, dayOf(end)) && end > firstDay) end -= DAY
  let start = Math.max(firstDay, oneMonthBefore(end))
  if (isClosedDay(instrument, dayOf(start)) && start + DAY <= end) start += DAY
  return { startDay: dayOf(start), endDay: dayOf(end) }
}

/** Whether data that ends at `last` covers its day, but for some minutes without a price. */
function isFullDay(instrument: MarketInstrument | undefined, last: number): boolean {
  const end = dayStart(dayOf(last)) + DAY
  const quiet = last + QUIET
  return quiet >= end || (instrument !== undefined && !isMarketOpen(instrument.calendar, quiet))
}

/** Start of the run and its exclusive end, UTC milliseconds. */
export function runPeriod(settings: PeriodSettings, range: DataStretch | null): { start: number; end: number } | null {
  if (settings.startDay === null) return null
  const start = dayStart(settings.startDay)
  if (settings.isEndNow) return range === null ? null : { start, end: Math.floor(range.last / MINUTE + 1) * MINUTE }
  return settings.endDay === null ? null : { start, end: dayStart(settings.endDay) + DAY }
}

const FIRST_WISH = 30 * DAY

/** What the form asks for, whether it is stored or not: the last month before days were chosen. */
export function wishedPeriod({ startDay, endDay, isEndNow }: PeriodSettings): { start: number; end: number } {
  const today = Math.floor(Date.now() / DAY) * DAY
  const end = isEndNow || endDay === null ? today : Math.min(today, dayStart(endDay) + DAY)
  return { start: startDay === null ? end - FIRST_WISH : dayStart(startDay), end }
}

/** The interval of the finest bars when the instrument has no minute data; null when it has. */
export function longBarLabel(instrument: MarketInstrument | undefined): string | null {
  const bars = barSpans(instrument?.series ?? [])[0]?.interval
  return bars !== undefined && isBarInterval(bars) && bars !== 'M1' ? INTERVALS[bars].label : null
}
