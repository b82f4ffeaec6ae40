import { type BarInterval, defaultModels, type Instrument, type Interval, type RunModels } from '@tradeloom/domain'

/** Interest for positions held over 17:00 New York. */
export type SwapSpec = NonNullable<RunModels['swap']> & {
  /** Rates by day (UTC midnight of New York's date), ascending; each holds until the next, before the first the constant ones. */
  readonly rates?: readonly (readonly [day: number, long: number, short: number])[]
}

/** Payments between the sides of a perpetual. */
export type FundingSpec = NonNullable<RunModels['funding']> & {
  /** Known rates by time of payment (UTC milliseconds), ascending; they take precedence over `rate`. */
  readonly rates?: readonly (readonly [time: number, rate: number])[]
}

/** The run models as the engine gets them: the spread is in its prices already, and long tables are with their model. */
export interface EngineModels extends Omit<RunModels, 'spread' | 'swap' | 'funding'> {
  readonly swap: SwapSpec | null
  readonly funding: FundingSpec | null
}

const { spread: _spread, ...withoutSpread } = defaultModels()

/** No costs, and the market's own rules. */
export const DEFAULT_MODELS: EngineModels = withoutSpread

/** A market that a run trades: what its instrument brings along. The run's models apply to every market. */
export interface MarketSpec {
  readonly instrument: Instrument
  /** Spans in which the market is closed besides its weekly hours, UTC milliseconds, ascending. */
  readonly closures: readonly { readonly from: number; readonly to: number }[]
  readonly swap: SwapSpec | null
  readonly funding: FundingSpec | null
}

/** Everything that a run depends on besides script and data. Plain JSON: it is stored with the result. */
export interface RunSpec extends EngineModels {
  readonly instrument: Instrument
  /** Instruments that turn quote currency into account currency; their data comes with the run. */
  readonly conversions: readonly Instrument[]
  /**
   * Other instruments of the account that the script trades, in the order in which it names them; left out when there
   * are none. Their data comes with the run.
   */
  readonly markets?: readonly MarketSpec[]
  /** The interval of `onIntervalClose`; 'Tick' has no bars of its own. */
  readonly interval: Interval
  /** 0 every tick, 1 minute bars (the specification's numbers), or the bars that `barIntervals` says. */
  readonly resolution: 0 | 1
  /** Intervals of bars longer than a minute, by instrument: the finest that there are. */
  readonly barIntervals?: Readonly<Record<string, BarInterval>>
  /** First traded time, and the first one after the run, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly initialBalance: number
  readonly accountCurrency: string
  readonly externals: Readonly<Record<string, number>>
  /** Spans in which the market is closed besides its weekly hours, UTC milliseconds, ascending. */
  readonly closures: readonly { readonly from: number; readonly to: number }[]
  /** Minute bars of the period without a defect, and all that were due, where the market data were graded. */
  readonly quality?: { readonly good: number; readonly all: number }
  /** Seed of everything that looks like chance, `Math.random` of the script included. */
  readonly seed: number
}

/** What a script asks of history before the run's start; the host loads so much more data where it exists. */
export interface WarmupRequest {
  readonly interval: BarInterval
  readonly bars: number
  /** Left out for the run's own instrument. */
  readonly instrumentId?: string
}
