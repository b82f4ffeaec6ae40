import type { AlgorithmVersionSummary, MarketInstrument, RunTables } from '@tradeloom/contracts'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import type { CallInput } from '../../api/call.ts'
import { useUser } from '../user/bootstrap-query.ts'
import { firstSettings, type RunToRepeat } from './first-settings.ts'
import { marketErrors } from './market-drafts.ts'
import { marketError, otherMarkets } from './other-markets.ts'
import { readRemembered, remember } from './remembered-settings.ts'
import { dataRange, runPeriod } from './run-period.ts'
import { toRequest } from './run-settings.ts'
import { showFieldErrors, useRunForm } from './use-run-form.ts'

interface SettingsBarOptions {
  /** Newest first. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly instruments: readonly MarketInstrument[]
  /** The version that is chosen at first. */
  readonly versionId: string | null
  /** What is repeated with the same settings. */
  readonly again: Omit<RunToRepeat['run'], 'externals'> | null
  readonly tables?: RunTables | null
  /** The instrument of the user's last run in any browser. */
  readonly lastInstrumentId: string | null
}

export type SettingsBarState = ReturnType<typeof useSettingsBar>

/** Version, instrument, interval, resolution, period, balance and models of what is to run on historical prices. */
export function useSettingsBar(options: SettingsBarOptions) {
  const { versions, instruments, again, tables = null, lastInstrumentId } = options
  const user = useUser()
  const form = useRunForm(() => {
    const repeat = again && { run: { ...again, externals: {} }, tables, historyDays: user?.historyDays ?? null }
    return firstSettings(options.versionId, [], instruments, repeat, readRemembered(user?.id), lastInstrumentId)
  }, instruments)
  const [isModelsOpen, setModelsOpen] = useState(false)
  const settings = form.values
  const version = versions.find(({ id }) => id === settings.versionId)
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const others = otherMarkets(version?.markets ?? [], instrument, instruments)
  const marketIds = others.map(({ id }) => id)
  const areModelsWrong = marketIds.some((id) => Object.keys(marketErrors(settings.models.markets[id])).length > 0)
  return {
    form,
    instruments,
    version,
    instrument,
    others,
    isModelsOpen,
    setModelsOpen,
    resolution: settings.resolution,
    period: runPeriod(settings, dataRange(instrument, settings.resolution)),
    areMarketsMissing: others.some((market) => marketError(market, settings, instrument) !== null),
    remember: () => remember(user?.id, settings),
    /** Shows the server's errors at their fields; false when none of them belongs to one. */
    showErrors: (error: ApiError) => showFieldErrors(form, error),
    /** For a form: calls back with a request without externals if all settings are valid. */
    onSubmit: (algorithmId: string, send: (body: CallInput<'runBacktest'>['body']) => void) =>
      form.onSubmit(
        () => {
          if (areModelsWrong) setModelsOpen(true)
          else if (instrument !== undefined) send(toRequest(algorithmId, settings, instrument, marketIds))
        },
        (problems) => problems['models'] !== undefined && setModelsOpen(true),
      ),
  }
}
