import type { Backtest, ExternalDeclaration, MarketInstrument, RunTables } from '@tradeloom/contracts'
import { defaultDraft, draftOf } from './models/models-draft.ts'
import { isCovered } from './period-problem.ts'
import type { RememberedSettings } from './remembered-settings.ts'
import { dataRange, DAY, dayOf, defaultDays } from './run-period.ts'
import { externalTexts, type RunSettings } from './run-settings.ts'

const DEFAULT_BALANCE = 10_000
const MIN_GOOD_SHARE = 0.9
const MIN_SPAN = 14 * DAY

/** Enough good data for a first run; a user's trial import may be too short or too poor. */
function isGood({ series }: MarketInstrument): boolean {
  return series.some(({ first, last, goodShare }) => goodShare >= MIN_GOOD_SHARE && last - first >= MIN_SPAN)
}

/** Good data before poor, real before simulated, euro against dollar before others. */
const rank = (one: MarketInstrument): number =>
  (isGood(one) ? 0 : 4) + (one.simulated ? 2 : 0) + (one.symbol === 'EURUSD' ? 0 : 1)

/** The best instrument, the same for all users: an import by others changes it only when it ranks higher. */
function preferredInstrument(instruments: readonly MarketInstrument[]): MarketInstrument | undefined {
  const usable = instruments.filter((one) => dataRange(one, 1) !== null || dataRange(one, 0) !== null)
  return usable.toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1))[0]
}

/** A run to repeat, with the tables of its models. */
export interface RunToRepeat {
  readonly run: Pick<
    Backtest,
    | 'algorithmVersionId'
    | 'instrumentId'
    | 'externals'
    | 'start'
    | 'end'
    | 'interval'
    | 'resolution'
    | 'initialBalance'
    | 'models'
    | 'lambda'
  >
  readonly tables: RunTables | null
  /** How far back runs of the user may begin; null without a limit. */
  readonly historyDays?: number | null
}

/**
 * Initial settings: those of the run to repeat, else those last used in this browser, else defaults for the instrument
 * of the user's last run.
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
  const preferred = last?.resolution ?? 1
  const other = preferred === 1 ? 0 : 1
  const resolution = dataRange(instrument, preferred) === null ? other : preferred
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
    lambda: false,
  }
}

/** The period last used, if the data still covers it. */
function lastDays(
  last: RememberedSettings | null,
  instrument: MarketInstrument | undefined,
  resolution: 0 | 1,
): Pick<RunSettings, 'startDay' | 'endDay'> | null {
  if (last === null || instrument?.id !== last.instrumentId) return null
  const { startDay, endDay } = last
  return isCovered(last, instrument, resolution) ? { startDay, endDay } : null
}

function repeatedSettings(
  versionId: string | null,
  declared: readonly ExternalDeclaration[],
  instruments: readonly MarketInstrument[],
  { run, tables, historyDays = null }: RunToRepeat,
): RunSettings {
  // One that is gone is not replaced: the trader would take the result of another market for a repetition.
  const instrument = instruments.find(({ id }) => id === run.instrumentId)
  const known = Object.fromEntries(Object.entries(run.externals).map(([name, value]) => [name, String(value)]))
  const end = Date.parse(run.end)
  const range = dataRange(instrument, run.resolution)
  // The package allows less than when it ran.
  const isTooOld = historyDays !== null && range !== null && run.start.slice(0, 10) < dayOf(range.first)
  return {
    versionId,
    instrumentId: run.instrumentId,
    interval: run.interval,
    resolution: run.resolution,
    ...(isTooOld
      ? defaultDays(instrument, run.resolution)
      : { startDay: run.start.slice(0, 10), endDay: dayOf(end - 1) }),
    // A run that did not end at midnight ended with the data of its day.
    isEndNow: !isTooOld && end % DAY !== 0,
    initialBalance: run.initialBalance,
    externals: externalTexts(declared, known),
    models: draftOf(run.models, tables),
    lambda: run.lambda,
  }
}
