import type { BarInterval, Instrument, Interval } from '@tradeloom/domain'

/** Which prices the engine trades on: both sides as they are, or one price for both. */
export type PriceSide = 'both' | 'bid' | 'ask' | 'mid'

/** The way through a minute bar: extreme nearer to the open first, or open, high, low, close. */
export type PathModel = 'adaptive' | 'ohlc'

/** All amounts in account currency unless said otherwise; zero means none. Charged on every fill. */
export interface CommissionSpec {
  /** Money per lot of 100,000 units. */
  readonly perLot: number
  /** Per cent of the fill's value: 0.1 is a tenth of a per cent. */
  readonly percent: number
  /** Least commission of a fill that is charged at all. */
  readonly minimum: number
}

/** Everything that a run depends on besides script and data. Plain JSON: it is stored with the result. */
export interface RunSpec {
  readonly instrument: Instrument
  /** Instruments that turn quote currency into account currency; their data comes with the run. */
  readonly conversions: readonly Instrument[]
  /** The interval of `onIntervalClose`; 'Tick' has no bars of its own. */
  readonly interval: Interval
  /** 0 every tick, 1 minute bars (the specification's numbers). */
  readonly resolution: 0 | 1
  /** First moment that is traded and the first one that is not any more, UTC milliseconds. */
  readonly start: number
  readonly end: number
  readonly initialBalance: number
  readonly accountCurrency: string
  readonly externals: Readonly<Record<string, number>>
  readonly prices: PriceSide
  readonly path: PathModel
  readonly slippagePips: number
  readonly commission: CommissionSpec
  readonly accounting: 'hedging' | 'netting'
  /** Seed of everything that looks like chance, `Math.random` of the script included. */
  readonly seed: number
}

/** What a script asks of history before the run's start; the host loads so much more data where it exists. */
export interface WarmupRequest {
  readonly interval: BarInterval
  readonly bars: number
}
