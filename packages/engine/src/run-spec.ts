import {
  type BarInterval,
  defaultModels,
  type Instrument,
  type Interval,
  type KnownQuality,
  type RunModels,
} from '@tradeloom/domain'

/** Interest on positions held over 17:00 New York. */
export type SwapSpec = NonNullable<RunModels['swap']> & {
  /**
   * Rates by day (UTC midnight of the New York date), ascending; each applies until the next one. Before the first, the
   * constant rates apply.
   */
  readonly rates?: readonly (readonly [day: number, long: number, short: number])[]
}

/** Payments between longs and shorts of a perpetual. */
export type FundingSpec = NonNullable<RunModels['funding']> & {
  /** Known rates by time of payment (UTC milliseconds), ascending; they take precedence over `rate`. */
  readonly rates?: readonly (readonly [time: number, rate: number])[]
}

/**
 * The run models as the engine uses them: the spread is already in its prices, and long tables are part of their model.
 */
export interface EngineModels extends Omit<RunModels, 'spread' | 'swap' | 'funding' | 'markets'> {
  readonly swap: SwapSpec | null
  readonly funding: FundingSpec | null
}

const { spread: _spread, markets: _markets, ...withoutSpread } = defaultModels()

/** No costs, and the market's own rules. */
export const DEFAULT_MODELS: EngineModels = withoutSpread

/** A market that a run trades, with the settings of its instrument. The run's other models apply to every market. */
export interface MarketSpec {
  readonly instrument: Instrument
  /** Spans in which the market is closed beyond its weekly hours, UTC milliseconds, ascending. */
  readonly closures: readonly { readonly from: number; readonly to: number }[]
  readonly swap: SwapSpec | null
  readonly funding: FundingSpec | null
}

/** A dataset that a script reads: which state of it. */
export interface SourceSpec {
  /** Provider and code, and the column if there are several. */
  readonly id: string
  /** Of the values that the run can see, and of the times at which they were known. */
  readonly hash: string
  /** The stored state that they were read from, which may also have later ones. */
  readonly generation: string
  /** What its known times rest on, least certain first. */
  readonly qualities: readonly KnownQuality[]
}

/** Everything that a run depends on besides script and data. Plain JSON: it is stored with the result. */
export interface RunSpec extends EngineModels {
  readonly instrument: Instrument
  /** Instruments that convert quote currency to account currency; their data comes with the run. */
  readonly conversions: readonly Instrument[]
  /**
   * Other instruments of the account that the script trades, in the order in which it names them; omitted if there are
   * none. Their data comes with the run.
   */
  readonly markets?: readonly MarketSpec[]
  /** Datasets that the script reads; omitted if there are none. Their values come with the run. */
  readonly sources?: readonly SourceSpec[]
  /** The interval of `onIntervalClose`; 'Tick' has no bars. */
  readonly interval: Interval
  /** 0 every tick, 1 minute bars (the specification's numbers), or the bars stated in `barIntervals`. */
  readonly resolution: 0 | 1
  /** Intervals of bars longer than a minute, by instrument, where they are the finest available. */
  readonly barIntervals?: Readonly<Record<string, BarInterval>>
  /** First traded time, and the first one after the run, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly initialBalance: number
  readonly accountCurrency: string
  readonly externals: Readonly<Record<string, number>>
  /** Spans in which the market is closed beyond its weekly hours, UTC milliseconds, ascending. */
  readonly closures: readonly { readonly from: number; readonly to: number }[]
  /** Good minute bars of the period and all expected ones, if the market data was graded. */
  readonly quality?: { readonly good: number; readonly all: number }
  /** Seed of all pseudorandomness, including the script's `Math.random`. */
  readonly seed: number
}

/** The history before the run's start that a script requests; the host loads it where it exists. */
export interface WarmupRequest {
  readonly interval: BarInterval
  readonly bars: number
  /** Omitted for the run's own instrument. */
  readonly instrumentId?: string
}
