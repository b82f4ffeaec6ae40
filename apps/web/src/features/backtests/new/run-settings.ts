import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import {
  draftErrors,
  draftOf,
  modelsOf,
  type ModelsDraft,
  defaultDraft,
  tablesOf,
  withSpreadFor,
} from './models/models-draft.ts'
import type { RememberedSettings } from './remembered-settings.ts'
import type { Backtest, CallInputOf, ExternalDeclaration, MarketInstrument, RunTables } from './types.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const SATURDAY = 6

export interface RunSettings {
  readonly versionId: string | null
  readonly instrumentId: string | null
  readonly interval: Backtest['interval']
  /** 0 every tick, 1 minute bars. */
  readonly resolution: 0 | 1
  /** First and last UTC day, `YYYY-MM-DD`; the last one is part of the run. */
  readonly startDay: string | null
  readonly endDay: string | null
  /** The run ends with the last data instead of at a day's end. */
  readonly isEndNow: boolean
  readonly initialBalance: number | string
  /** As typed, by name. */
  readonly externals: Readonly<Record<string, string>>
  readonly models: ModelsDraft
}

const DEFAULT_BALANCE = 10_000

export interface DataRange {
  readonly first: number
  readonly last: number
}

/** As the dialogue writes days: `03/29/2024`. */
export function dialogDay(time: number | string): string {
  const [year, month, day] = (typeof time === 'string' ? time : dayOf(time)).split('-')
  return `${month}/${day}/${year}`
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** What a run of this resolution would use: ticks, minutes or, where there are none, the finest longer bars. */
export function dataInterval(instrument: MarketInstrument | undefined, resolution: 0 | 1): string {
  if (resolution === 0) return 'Tick'
  const kept = (instrument?.series ?? []).filter(({ rows }) => rows > 0).map(({ interval }) => interval)
  if (kept.includes('M1')) return 'M1'
  return BARS.find((interval) => kept.includes(interval)) ?? 'M1'
}

/** Longer than a minute, the shortest first. */
const BARS: readonly string[] = Object.entries(INTERVALS)
  .filter(([, { ms }]) => ms > INTERVALS.M1.ms)
  .map(([interval]) => interval)

/** Data that a run of this resolution would use; null where the instrument has none. */
export function dataRange(instrument: MarketInstrument | undefined, resolution: 0 | 1): DataRange | null {
  const wanted = dataInterval(instrument, resolution)
  const series = instrument?.series.find(({ interval }) => interval === wanted)
  if (series === undefined || series.rows === 0) return null
  // A long bar goes on until its end.
  const more = isBarInterval(wanted) ? Math.max(0, INTERVALS[wanted].ms - MINUTE) : 0
  return { first: series.first, last: series.last + more }
}

/** Whether a run of this resolution would find one price instead of bid and ask. */
export function hasOnePrice(instrument: MarketInstrument | undefined, resolution: 0 | 1): boolean {
  const wanted = dataInterval(instrument, resolution)
  const kinds = instrument?.series.filter(({ interval }) => interval === wanted) ?? []
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
  // The 31st has no counterpart in a shorter month: JavaScript runs over into the next one.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** The last month of the data; an end on a closed Saturday is moved back, a start on one forward. */
export function defaultDays(
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): Pick<RunSettings, 'startDay' | 'endDay'> {
  const range = dataRange(instrument, resolution)
  if (range === null) return { startDay: null, endDay: null }
  let end = dayStart(dayOf(range.last))
  if (isClosedDay(instrument, dayOf(end)) && end - DAY >= range.first) end -= DAY
  let start = Math.max(dayStart(dayOf(range.first)), oneMonthBefore(end))
  if (isClosedDay(instrument, dayOf(start)) && start + DAY <= end) start += DAY
  return { startDay: dayOf(start), endDay: dayOf(end) }
}

/** Start of the run and the first moment after it, UTC milliseconds. */
export function runPeriod(settings: RunSettings, range: DataRange | null): { start: number; end: number } | null {
  if (settings.startDay === null) return null
  const start = dayStart(settings.startDay)
  if (settings.isEndNow) return range === null ? null : { start, end: Math.floor(range.last / MINUTE + 1) * MINUTE }
  return settings.endDay === null ? null : { start, end: dayStart(settings.endDay) + DAY }
}

/** Compute units: a tick run costs one per three days, a minute run one per thirty. */
export function computeUnits(period: { start: number; end: number } | null, resolution: 0 | 1): number {
  if (period === null || period.end <= period.start) return 0
  return Math.ceil((period.end - period.start) / DAY / (resolution === 0 ? 3 : 30))
}

export interface SettingsErrors {
  version?: string
  instrument?: string
  interval?: string
  start?: string
  end?: string
  initialBalance?: string
  /** Something is wrong among the models; their fields say what. */
  models?: string
  externals: Record<string, string>
}

function periodErrors(settings: RunSettings, instrument: MarketInstrument): Pick<SettingsErrors, 'start' | 'end'> {
  const range = dataRange(instrument, settings.resolution)
  const kind = settings.resolution === 0 ? 'Tick' : 'Price'
  if (range === null) return { start: `${kind} data for ${instrument.displaySymbol} is not available` }
  if (settings.startDay === null) return { start: 'Please choose a start date' }
  if (!settings.isEndNow && settings.endDay === null) return { end: 'Please choose an end date' }
  const period = runPeriod(settings, range)
  if (period === null || period.end <= period.start) return { end: 'End cannot be before start!' }
  const first = dayOf(range.first)
  if (settings.startDay < first) {
    return { start: `${kind} data for ${instrument.displaySymbol} unavailable before ${dialogDay(first)}` }
  }
  if (period.start > range.last) {
    return { start: `${kind} data for ${instrument.displaySymbol} ends on ${dialogDay(range.last)}` }
  }
  return {}
}

/** A typed external: a number, null when it is left empty, undefined when it is not a number. */
export function parseExternal(text: string): number | null | undefined {
  const trimmed = text.trim().replace('−', '-')
  if (trimmed === '') return null
  const value = Number(trimmed)
  return Number.isFinite(value) ? value : undefined
}

/** Long bars cannot be cut into shorter ones. */
function intervalError(settings: RunSettings, instrument: MarketInstrument): Pick<SettingsErrors, 'interval'> {
  const bars = dataInterval(instrument, settings.resolution)
  const { interval } = settings
  if (!isBarInterval(bars) || bars === 'M1') return {}
  const { ms, label } = INTERVALS[bars]
  if (isBarInterval(interval) && INTERVALS[interval].ms % ms === 0) return {}
  return { interval: `The finest data are bars of ${label}: please choose an interval that is made of them` }
}

export function validateSettings(settings: RunSettings, instrument: MarketInstrument | undefined): SettingsErrors {
  const errors: SettingsErrors = { externals: {} }
  if (settings.versionId === null) errors.version = 'Please save a version first'
  if (instrument === undefined) errors.instrument = 'Please choose an instrument'
  else Object.assign(errors, periodErrors(settings, instrument), intervalError(settings, instrument))
  const balance = Number(settings.initialBalance)
  if (settings.initialBalance === '' || !Number.isFinite(balance)) errors.initialBalance = 'Invalid number'
  else if (balance <= 0) errors.initialBalance = 'Initial balance must be more than 0'
  for (const [name, text] of Object.entries(settings.externals)) {
    if (parseExternal(text) === undefined) errors.externals[name] = 'Invalid number'
  }
  const [model] = Object.values(
    draftErrors(withSpreadFor(settings.models, hasOnePrice(instrument, settings.resolution))),
  )
  if (model !== undefined) errors.models = model
  return errors
}

export function hasErrors({ externals, ...others }: SettingsErrors): boolean {
  return Object.keys(others).length > 0 || Object.keys(externals).length > 0
}

/** Externals of a version as text: what was typed or run before, else the default, else empty. */
export function externalTexts(
  declared: readonly ExternalDeclaration[],
  known: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    declared.map(({ name, defaultValue }) => [
      name,
      known[name] ?? (defaultValue === undefined ? '' : String(defaultValue)),
    ]),
  )
}

/** The call's body; settings must be valid. Externals that were left empty are left out. */
export function toRequest(
  algorithmId: string,
  settings: RunSettings,
  instrument: MarketInstrument,
): CallInputOf<'runBacktest'> {
  const period = runPeriod(settings, dataRange(instrument, settings.resolution))
  if (period === null || settings.versionId === null) throw new Error('Settings are not complete')
  const models = withSpreadFor(settings.models, hasOnePrice(instrument, settings.resolution))
  const tables = tablesOf(models)
  const externals: Record<string, number> = {}
  for (const [name, text] of Object.entries(settings.externals)) {
    const value = parseExternal(text)
    if (typeof value === 'number') externals[name] = value
  }
  return {
    algorithmId,
    algorithmVersionId: settings.versionId,
    instrumentId: instrument.id,
    initialBalance: Number(settings.initialBalance),
    start: new Date(period.start).toISOString(),
    end: new Date(period.end).toISOString(),
    interval: settings.interval,
    resolution: settings.resolution,
    externals,
    models: modelsOf(models),
    ...(tables === null ? {} : { tables }),
  }
}

const LEAST_GOOD = 0.9
const LEAST_SPAN = 14 * DAY

/** Enough whole data for a first run; what somebody has just tried to import may be neither. */
function isGood({ series }: MarketInstrument): boolean {
  return series.some(({ first, last, goodShare }) => goodShare >= LEAST_GOOD && last - first >= LEAST_SPAN)
}

/** Good data before poor, real before simulated, euro against dollar before others. */
const rank = (one: MarketInstrument): number =>
  (isGood(one) ? 0 : 4) + (one.simulated ? 2 : 0) + (one.symbol === 'EURUSD' ? 0 : 1)

/** The first good one, the same for everybody and on every day: no import of others changes it but for a better rank. */
function preferredInstrument(instruments: readonly MarketInstrument[]): MarketInstrument | undefined {
  const usable = instruments.filter((one) => dataRange(one, 1) !== null || dataRange(one, 0) !== null)
  return usable.toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1))[0]
}

/** A run that is to be repeated, with the long tables of its models. */
export interface RunToRepeat {
  readonly run: Backtest
  readonly tables: RunTables | null
}

/**
 * Settings of the first sight: those of a run that is to be repeated, else those of the last time in this browser, else
 * plain ones on the instrument of the user's last run.
 */
export function firstSettings(
  versionId: string | null,
  declared: readonly ExternalDeclaration[],
  instruments: readonly MarketInstrument[],
  again: RunToRepeat | null,
  last: RememberedSettings | null,
  lastInstrumentId: string | null = null,
): RunSettings {
  if (again !== null) return repeatedSettings(versionId, declared, instruments, again)
  const known = last?.instrumentId ?? lastInstrumentId
  const instrument = instruments.find(({ id }) => id === known) ?? preferredInstrument(instruments)
  const wanted = last?.resolution ?? 1
  const resolution = dataRange(instrument, wanted) === null ? (wanted === 1 ? 0 : 1) : wanted
  return {
    versionId,
    instrumentId: instrument?.id ?? null,
    interval: last?.interval ?? 'M15',
    resolution,
    ...(lastDays(last, instrument, resolution) ?? defaultDays(instrument, resolution)),
    isEndNow: last?.isEndNow ?? false,
    initialBalance: last?.initialBalance ?? DEFAULT_BALANCE,
    externals: externalTexts(declared, {}),
    models: last === null ? defaultDraft() : draftOf(last.models, last.tables),
  }
}

/** The period of the last time, where the data still has it. */
function lastDays(
  last: RememberedSettings | null,
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): Pick<RunSettings, 'startDay' | 'endDay'> | null {
  const range = dataRange(instrument, resolution)
  if (last === null || range === null || instrument?.id !== last.instrumentId) return null
  const { startDay, endDay, isEndNow } = last
  const isThere = startDay >= dayOf(range.first) && startDay <= dayOf(range.last)
  const doesEnd = isEndNow || (endDay !== null && endDay >= startDay && endDay <= dayOf(range.last))
  return isThere && doesEnd ? { startDay, endDay } : null
}

function repeatedSettings(
  versionId: string | null,
  declared: readonly ExternalDeclaration[],
  instruments: readonly MarketInstrument[],
  { run, tables }: RunToRepeat,
): RunSettings {
  const instrument = instruments.find(({ id }) => id === run.instrumentId) ?? preferredInstrument(instruments)
  const known = Object.fromEntries(Object.entries(run.externals).map(([name, value]) => [name, String(value)]))
  const end = Date.parse(run.end)
  return {
    versionId,
    instrumentId: instrument?.id ?? null,
    interval: run.interval,
    resolution: run.resolution,
    startDay: run.start.slice(0, 10),
    endDay: dayOf(end - 1),
    // A run that did not end at midnight ended with the data of its day.
    isEndNow: end % DAY !== 0,
    initialBalance: run.initialBalance,
    externals: externalTexts(declared, known),
    models: draftOf(run.models, tables),
  }
}
