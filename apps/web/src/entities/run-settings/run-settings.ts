import type { Backtest, ExternalDeclaration, MarketInstrument } from '@tradeloom/contracts'
import {
  balanceProblem,
  barsProblem,
  endProblem,
  intervalProblem,
  isBarInterval,
  lengthProblem,
} from '@tradeloom/domain'
import type { CallInput } from '../../api/call.ts'
import { parseExternal } from './parse-external.ts'
import { periodProblem } from './period-problem.ts'
import { draftErrors, type ModelsDraft, modelsOf, tablesOf, withSpreadFor } from './models/models-draft.ts'
import { dataInterval, dataRange, hasOnePrice, type PeriodSettings, runPeriod } from './run-period.ts'

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

/** The form's fields of the request's. */
const FIELDS = { instrumentId: 'startDay', start: 'startDay', end: 'endDay' } as const

function periodErrors(settings: RunSettings, instrument: MarketInstrument): SettingsErrors {
  const { resolution } = settings
  const range = dataRange(instrument, resolution)
  if (range !== null && settings.startDay === null) return { startDay: 'Please choose a start date' }
  if (range !== null && !settings.isEndNow && settings.endDay === null) return { endDay: 'Please choose an end date' }
  const period = runPeriod(settings, range)
  const problem = periodProblem(instrument, resolution, period)
  const end = period && (endProblem(period.start, period.end) ?? lengthProblem(period.start, period.end))
  return {
    ...(problem === null ? {} : { [FIELDS[problem.field]]: problem.message }),
    ...(end === null ? {} : { endDay: end }),
  }
}

function intervalErrors({ interval, resolution, startDay }: RunSettings, instrument: MarketInstrument): SettingsErrors {
  const used = dataInterval(instrument, resolution, startDay)
  const bars = isBarInterval(used) && used !== 'M1' ? used : null
  const problem = intervalProblem(interval, resolution) ?? barsProblem(instrument.displaySymbol, interval, bars)
  return problem === null ? {} : { interval: problem }
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
  else {
    const problem = balanceProblem(balance)
    if (problem !== null) errors['initialBalance'] = problem
  }
  for (const [name, text] of Object.entries(externals)) {
    if (parseExternal(text) === undefined) errors[`externals.${name}`] = 'Invalid number'
  }
  const [model] = Object.values(draftErrors(withSpreadFor(models, hasOnePrice(instrument, settings.resolution))))
  if (model !== undefined) errors['models'] = model
  return errors
}

/** Of an earlier run, whose data was removed since, or whose instrument the package no longer allows. */
export function goneInstrument(id: string): string {
  return `${id} is no longer available. Please choose an instrument`
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
