import { type RunModels, type RunTables, summarizeTables } from '@tradeloom/contracts'
import { defaultModels } from '@tradeloom/domain'
import { longBarsOf } from './check-settings.ts'
import type { acceptSettings, PeriodSettings } from './accept-settings.ts'

interface RunSettings extends PeriodSettings {
  readonly initialBalance: number
  readonly models?: RunModels | undefined
  readonly tables?: RunTables | null | undefined
  readonly accountCurrency: string
  readonly lambda: boolean
}

/** What the tables of all kinds of runs keep of the settings of a new one. */
export function columnsOfRun(
  settings: RunSettings,
  { instrument, markets, sources, start, end }: Awaited<ReturnType<typeof acceptSettings>>,
  userId: string,
) {
  const { algorithmId, algorithmVersionId, instrumentId, interval, resolution } = settings
  const { initialBalance, accountCurrency, lambda } = settings
  return {
    userId,
    algorithmId,
    algorithmVersionId,
    instrumentId,
    markets: markets.map(({ id }) => id),
    sources,
    simulated: [instrument, ...markets].some(({ simulated }) => simulated),
    initialBalance,
    start,
    end,
    interval,
    resolution,
    barInterval: resolution === 1 ? longBarsOf(instrument, start.getTime()) : null,
    models: settings.models ?? defaultModels(),
    tables: summarizeTables(settings.tables ?? null),
    accountCurrency,
    lambda,
  }
}
