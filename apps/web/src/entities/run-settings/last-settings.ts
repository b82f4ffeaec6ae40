import type { Algorithm, AlgorithmVersionSummary, Backtest, MarketInstrument } from '@tradeloom/contracts'
import type { CallInput } from '../../api/call.ts'
import { confirmExternals } from './confirm-externals.tsx'
import { firstSettings } from './first-settings.ts'
import { marketError, otherMarkets } from './other-markets.ts'
import { readRemembered, remember } from './remembered-settings.ts'
import { externalTexts, goneInstrument, toRequest, validateSettings } from './run-settings.ts'

interface LastSettings {
  readonly algorithm: Pick<Algorithm, 'id'>
  readonly version: Pick<AlgorithmVersionSummary, 'id' | 'externals' | 'markets'>
  readonly userId: string
  readonly instruments: readonly MarketInstrument[]
  /** The instrument of the user's last run in any browser. */
  readonly lastInstrumentId: string | null
  /** The last run of the algorithm, and the externals that its version declared. */
  readonly lastRun: { readonly run: Backtest; readonly declared: AlgorithmVersionSummary['externals'] } | null
}

/** A run that is ready to be requested, or what keeps it from running with the last settings. */
export type LastSettingsRun =
  | { readonly body: CallInput<'runBacktest'>['body']; readonly remember: () => void }
  | { readonly problem: string }

/** Values that the user typed for the last run: those that were not the defaults of its version. */
function typedExternals({ lastRun }: LastSettings): Record<string, string> {
  if (lastRun === null) return {}
  const defaults = new Map(lastRun.declared.map(({ name, defaultValue }) => [name, defaultValue]))
  const typed = Object.entries(lastRun.run.externals).filter(([name, value]) => defaults.get(name) !== value)
  return Object.fromEntries(typed.map(([name, value]) => [name, String(value)]))
}

/**
 * A run of a version with the settings last used, or with the dialog's defaults. Null when the user does not want to run
 * it without values for its externals.
 */
export async function runWithLastSettings(last: LastSettings): Promise<LastSettingsRun | null> {
  const { algorithm, version, userId, instruments, lastInstrumentId } = last
  const remembered = readRemembered(userId)
  const known = remembered?.instrumentId ?? lastInstrumentId
  // The dialog shows which instrument it chooses instead; here, the trader would take the result for that of the last one.
  if (known !== null && !instruments.some(({ id }) => id === known)) return { problem: goneInstrument(known) }
  const first = firstSettings(version.id, version.externals, instruments, null, remembered, lastInstrumentId)
  // Days that the data does not cover any more are no reason to run another period.
  const days =
    remembered !== null && first.instrumentId === remembered.instrumentId
      ? { startDay: remembered.startDay, endDay: remembered.endDay }
      : {}
  const settings = { ...first, ...days, externals: externalTexts(version.externals, typedExternals(last)) }
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const [problem] = Object.values(validateSettings(settings, instrument))
  if (problem !== undefined) return { problem }
  if (instrument === undefined) return { problem: 'Please choose an instrument' }
  const others = otherMarkets(version.markets, instrument, instruments)
  const [missing] = others.flatMap((market) => marketError(market, settings, instrument) ?? [])
  if (missing !== undefined) return { problem: missing }
  const externals = await confirmExternals(settings)
  if (externals === null) return null
  const confirmed = { ...settings, externals }
  const markets = others.map(({ id }) => id)
  return { body: toRequest(algorithm.id, confirmed, instrument, markets), remember: () => remember(userId, confirmed) }
}
