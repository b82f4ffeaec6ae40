import type { IndicatorArgument, MarketInstrument } from '@tradeloom/contracts'
import { periodProblem } from '../../../entities/run-settings/period-problem.ts'
import { dialogDay } from '../../../entities/run-settings/run-period.ts'
import { type BarInterval, DAY, endProblem, INTERVALS, isBarInterval } from '@tradeloom/domain'
import { literalProblem, parseLiteral } from '@tradeloom/script/parse-literal'

/** What the dialog asks for. */
export interface TestSettings {
  readonly instrumentId: string | null
  /** What the indicator compares with; null for an indicator of one series. */
  readonly otherInstrumentId: string | null
  readonly interval: string
  /** First and last UTC day, `YYYY-MM-DD`; the last day is included. */
  readonly startDay: string | null
  readonly endDay: string | null
  /** One text per parameter of the indicator, as typed. */
  readonly parameters: readonly string[]
}

/** What the server computes. */
export interface IndicatorTest {
  readonly instrument: MarketInstrument
  readonly other: MarketInstrument | null
  readonly interval: BarInterval
  readonly start: string
  readonly end: string
  readonly parameters: IndicatorArgument[]
}

/** A parameter of an indicator; nothing or null as the default means that it has none. */
export interface TestParameter {
  readonly name: string
  readonly defaultValue?: unknown
}

export const FIRST_TEST_DAY = '2020-01-01'
export const TEST_INTERVALS = Object.entries(INTERVALS)
  .filter(([key]) => !key.startsWith('S'))
  .map(([value, { label }]) => ({ value, label }))

const SATURDAY = 6
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const isSaturday = (day: string): boolean => new Date(dayStart(day)).getUTCDay() === SATURDAY

const firstOf = ({ first }: MarketInstrument['series'][number]): number => first

/** The end of an instrument's data, UTC milliseconds; -Infinity without any. */
function lastTime({ series }: MarketInstrument): number {
  return Math.max(...series.filter(({ rows }) => rows > 0).map(({ last }) => last))
}

/** The last month of an instrument's data, as far as tests may use it. */
export function testPeriod(
  instrument: MarketInstrument | undefined,
  now: number,
): Pick<TestSettings, 'startDay' | 'endDay'> {
  const last = instrument === undefined ? now : lastTime(instrument)
  const end = dayStart(dayOf(Number.isFinite(last) ? Math.min(now, last) : now))
  const endDay = notSaturday(end)
  const firstDay = dayOf(Math.min(end, ...(instrument?.series ?? []).filter(({ rows }) => rows > 0).map(firstOf)))
  const startDay = notSaturday(end - 30 * DAY)
  // Data of less than a month is tested from its first day.
  return { startDay: startDay < firstDay ? firstDay : startDay, endDay }
}

/** Hours of the last month of the first instrument with data that tests may use. */
export function firstTestSettings(
  parameters: readonly TestParameter[],
  instruments: readonly MarketInstrument[],
  now: number,
): TestSettings {
  const instrument = instruments.find((one) => lastTime(one) >= dayStart(FIRST_TEST_DAY)) ?? instruments[0]
  return {
    instrumentId: instrument?.id ?? null,
    otherInstrumentId: null,
    interval: 'H1',
    ...testPeriod(instrument, now),
    parameters: parameters.map(({ defaultValue }) => textOf(defaultValue)),
  }
}

/** The Friday before a Saturday. */
function notSaturday(time: number): string {
  const day = dayOf(Math.max(time, dayStart(FIRST_TEST_DAY)))
  return isSaturday(day) ? dayOf(dayStart(day) - DAY) : day
}

/** A default as it would be typed; nothing for a parameter without one. */
function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** Why a day cannot be the start or the end of a test; null if it can. */
function dayProblem(day: string, now: number): string | null {
  if (day < FIRST_TEST_DAY) return `Tests begin on ${dialogDay(FIRST_TEST_DAY)} at the earliest`
  if (day > dayOf(now)) return 'Tests end today at the latest'
  return isSaturday(day) ? 'Please choose another day than a Saturday' : null
}

/** What the data of the instrument lacks, by the field to change. */
function dataErrors({ startDay, endDay }: TestSettings, instrument: MarketInstrument): Record<string, string> {
  if (startDay === null || endDay === null) return {}
  const problem = periodProblem(instrument, 1, { start: dayStart(startDay), end: dayStart(endDay) + DAY })
  if (problem === null) return {}
  return { [problem.field === 'end' ? 'endDay' : 'startDay']: problem.message }
}

interface ProblemOptions {
  /** Whether the indicator compares two series. */
  readonly takesOther?: boolean
  /** Of the settings; without it, nothing is known of its data. */
  readonly instrument?: MarketInstrument | undefined
  readonly now?: number
}

/** Errors by the path of their field, as the form shows them. */
export function testProblems(
  settings: TestSettings,
  { takesOther = false, instrument, now = Date.now() }: ProblemOptions = {},
): Record<string, string> {
  const errors: Record<string, string> = {}
  if (settings.instrumentId === null) errors['instrumentId'] = 'Please choose an instrument'
  if (takesOther && settings.otherInstrumentId === null) {
    errors['otherInstrumentId'] = 'Please choose an instrument to compare with'
  }
  if (settings.startDay === null) errors['startDay'] = 'Please choose a start'
  if (settings.endDay === null) errors['endDay'] = 'Please choose an end'
  if (settings.startDay !== null && settings.endDay !== null) {
    // The last day is part of the period.
    const problem = endProblem(Date.parse(settings.startDay), Date.parse(settings.endDay) + DAY)
    if (problem !== null) errors['endDay'] = problem
    else if (instrument !== undefined) Object.assign(errors, dataErrors(settings, instrument))
  }
  for (const field of ['startDay', 'endDay'] as const) {
    const day = settings[field]
    const problem = day === null ? null : dayProblem(day, now)
    if (problem !== null) errors[field] = problem
  }
  for (const [at, text] of settings.parameters.entries()) {
    if (parseLiteral(text) === undefined) errors[`parameters.${at}`] = literalProblem(text)
  }
  return errors
}

/** The settings as a request; null while they have problems. */
export function toIndicatorTest(
  settings: TestSettings,
  instruments: readonly MarketInstrument[],
): IndicatorTest | null {
  const { interval, startDay, endDay } = settings
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  if (Object.keys(testProblems(settings, { instrument })).length > 0 || !isBarInterval(interval)) return null
  if (instrument === undefined || startDay === null || endDay === null) return null
  return {
    instrument,
    other: instruments.find(({ id }) => id === settings.otherInstrumentId) ?? null,
    interval,
    start: new Date(dayStart(startDay)).toISOString(),
    end: new Date(dayStart(endDay) + DAY).toISOString(),
    parameters: settings.parameters.map((text) => parseLiteral(text) as IndicatorArgument),
  }
}
