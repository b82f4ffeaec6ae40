import type { Backtest, ExternalDeclaration, MarketInstrument } from '@tradeloom/contracts'
import { INTERVALS, isBarInterval } from '@tradeloom/domain'
import type { CallInput } from '../../../api/call.ts'
import { parseExternal } from '../parse-external.ts'
import { draftErrors, type ModelsDraft, modelsOf, tablesOf, withSpreadFor } from './models/models-draft.ts'
import { dataInterval, dataRange, dayOf, dialogDay, hasOnePrice, type PeriodSettings, runPeriod } from './run-period.ts'

export interface RunSettings extends PeriodSettings {
  readonly versionId: string | null
  readonly instrumentId: string | null
  readonly interval: Backtest['interval']
  /** 0: every tick, 1: minute bars. */
  readonly resolution: 0 | 1
  readonly initialBalance: number | string
  /** The typed text, by name. */
  readonly externals: Readonly<Record<string, string>>
  readonly models: ModelsDraft
  /** Only administrators choose it; it changes nothing on an installation that runs everything itself. */
  readonly lambda: boolean
}

export type SettingsErrors = Readonly<Record<string, string>>

function periodErrors(settings: RunSettings, instrument: MarketInstrument): SettingsErrors {
  const range = dataRange(instrument, settings.resolution)
  const kind = settings.resolution === 0 ? 'Tick' : 'Price'
  if (range === null) return { startDay: `${kind} data for ${instrument.displaySymbol} is not available` }
  if (settings.startDay === null) return { startDay: 'Please choose a start date' }
  if (!settings.isEndNow && settings.endDay === null) return { endDay: 'Please choose an end date' }
  const period = runPeriod(settings, range)
  if (period === null || period.end <= period.start) return { endDay: 'End cannot be before start!' }
  const first = dayOf(range.first)
  if (settings.startDay < first) {
    return { startDay: `${kind} data for ${instrument.displaySymbol} unavailable before ${dialogDay(first)}` }
  }
  if (period.start > range.last) {
    return { startDay: `${kind} data for ${instrument.displaySymbol} ends on ${dialogDay(range.last)}` }
  }
  return {}
}

const isBelowMinute = (interval: Backtest['interval']): boolean =>
  !isBarInterval(interval) || INTERVALS[interval].ms < INTERVALS.M1.ms

/** Longer bars cannot be split into shorter ones. */
function intervalErrors(settings: RunSettings, instrument: MarketInstrument): SettingsErrors {
  const bars = dataInterval(instrument, settings.resolution)
  const { interval } = settings
  if (settings.resolution === 1 && isBelowMinute(interval)) {
    return { interval: 'Intervals below one minute need the resolution of every tick' }
  }
  if (!isBarInterval(bars) || bars === 'M1') return {}
  const { ms, label } = INTERVALS[bars]
  if (isBarInterval(interval) && INTERVALS[interval].ms % ms === 0) return {}
  return { interval: `The data has ${label} bars: please choose a multiple of that interval` }
}

/** Errors in the settings by form path: `startDay`, `externals.fast`. */
export function validateSettings(settings: RunSettings, instrument: MarketInstrument | undefined): SettingsErrors {
  const { versionId, initialBalance, externals, models } = settings
  const errors: Record<string, string> = {}
  if (versionId === null) errors['versionId'] = 'Please save a version first'
  if (instrument === undefined)
    errors['instrumentId'] =
      settings.instrumentId === null ? 'Please choose an instrument' : goneInstrument(settings.instrumentId)
  else Object.assign(errors, periodErrors(settings, instrument), intervalErrors(settings, instrument))
  const balance = Number(initialBalance)
  if (initialBalance === '' || !Number.isFinite(balance)) errors['initialBalance'] = 'Invalid number'
  else if (balance <= 0) errors['initialBalance'] = 'Initial balance must be more than 0'
  for (const [name, text] of Object.entries(externals)) {
    if (parseExternal(text) === undefined) errors[`externals.${name}`] = 'Invalid number'
  }
  const [model] = Object.values(draftErrors(withSpreadFor(models, hasOnePrice(instrument, settings.resolution))))
  if (model !== undefined) errors['models'] = model
  return errors
}

/** Of an earlier run, whose data was removed since, or whose instrument the package no longer allows. */
export function goneInstrument(id: string): string {
  return `${id} is not available any more. Please choose an instrument`
}

/** Texts of a version's externals: the known value, else the default, else empty. */
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

/** The request body for valid settings. Empty externals are omitted. */
export function toRequest(
  algorithmId: string,
  settings: RunSettings,
  instrument: MarketInstrument,
  /** The other markets that the script opens. */
  markets: readonly string[],
): CallInput<'runBacktest'>['body'] {
  const period = runPeriod(settings, dataRange(instrument, settings.resolution))
  if (period === null || settings.versionId === null) throw new Error('Settings are incomplete')
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
    lambda: settings.lambda,
    externals,
    models: modelsOf(models, markets),
    ...(tables === null ? {} : { tables }),
  }
}
