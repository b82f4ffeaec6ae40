import type { MarketInstrument } from '@tradeloom/contracts'
import { periodProblem } from './period-problem.ts'
import { dataRange, runPeriod } from './run-period.ts'
import type { RunSettings } from './run-settings.ts'

/** Another instrument that the script of a version opens with `market(...)`. */
export interface OtherMarket {
  /** `SYMBOL:BROKER` */
  readonly id: string
  /** Undefined if there is no data for it. */
  readonly instrument: MarketInstrument | undefined
}

/** The instruments for the names in a script; a symbol alone uses the broker of the run's instrument. */
export function otherMarkets(
  names: readonly string[],
  traded: Pick<MarketInstrument, 'id' | 'broker'> | undefined,
  instruments: readonly MarketInstrument[],
): OtherMarket[] {
  if (traded === undefined) return []
  const ids = names.map((name) => (name.includes(':') ? name : `${name}:${traded.broker}`))
  return [...new Set(ids)]
    .filter((id) => id !== traded.id)
    .map((id) => ({ id, instrument: instruments.find((one) => one.id === id) }))
}

/** Why a market prevents the run; null if it has data in the period. */
export function marketError(
  { id, instrument }: OtherMarket,
  settings: RunSettings,
  traded: MarketInstrument | undefined,
): string | null {
  if (instrument === undefined) return `There is no market data for ${id}. Import it first`
  const { resolution } = settings
  const period = runPeriod(settings, dataRange(traded, resolution))
  return periodProblem(instrument, resolution, period)?.message ?? null
}
