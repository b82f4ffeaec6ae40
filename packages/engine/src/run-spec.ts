import type { BarInterval, Instrument, Interval } from '@tradeloom/domain'

/** Which prices the engine trades on: both sides as they are, or one price for both. */
export type PriceSide = 'both' | 'bid' | 'ask' | 'mid'

/**
 * The way through a minute bar: the extreme nearer to the open first, a fixed order of extremes, or the extreme that is
 * worse for the open positions first.
 */
export type PathModel = 'adaptive' | 'ohlc' | 'olhc' | 'worst'

/** All amounts in account currency unless said otherwise; zero means none. Charged on every fill. */
export interface CommissionSpec {
  /** Money per lot of 100,000 units. */
  readonly perLot: number
  /** Per cent of the fill's value: 0.1 is a tenth of a per cent. */
  readonly percent: number
  /** Least commission of a fill that is charged at all. */
  readonly minimum: number
  /** Per cent on top for orders that waited at their price; below zero it is a rebate. */
  readonly makerPercent: number
  /** Per cent on top for orders that took the market's price. */
  readonly takerPercent: number
}

/** Distance against the trader on everything but limits and targets, in pips; drawn anew for each fill if random. */
export type SlippageSpec =
  | { readonly model: 'fixed'; readonly pips: number }
  | { readonly model: 'random'; readonly meanPips: number; readonly deviationPips: number }

/** When a limit order or a target fills: the market trades through its price, touches it, or by chance when touched. */
export type LimitFillSpec =
  | { readonly model: 'through' }
  | { readonly model: 'touch' }
  | { readonly model: 'probability'; readonly probability: number }

/** Interest for positions held over 17:00 New York. Credits are positive. */
export interface SwapSpec {
  /** Pips of price a night, or per cent of the position's value a year (of 360 days, as money markets count). */
  readonly unit: 'pips' | 'percent'
  readonly long: number
  readonly short: number
  /** The weekday in New York that counts three nights, 0 is Sunday; null if none does. */
  readonly tripleWeekday: number | null
  /** Rates by day (UTC midnight of New York's date), ascending; each holds until the next, before the first the two above. */
  readonly rates?: readonly (readonly [day: number, long: number, short: number])[]
}

/** Payments between the sides of a perpetual: positive rates are paid by long positions to short ones. */
export interface FundingSpec {
  /** Hours from one payment to the next, counted from 00:00 UTC. */
  readonly hours: number
  /** Fraction of the position's value for each payment. */
  readonly rate: number
  /** Known rates by time of payment (UTC milliseconds), ascending; they go before `rate`. */
  readonly rates?: readonly (readonly [time: number, rate: number])[]
}

/** Margin by the instrument's rate, by one rate, or by rates for parts of the quantity. */
export type MarginSpec =
  | { readonly model: 'instrument' }
  | { readonly model: 'rate'; readonly rate: number }
  | { readonly model: 'tiers'; readonly tiers: readonly MarginTier[] }

/** The rate of those units that lie above `from` and below the next tier. */
export interface MarginTier {
  readonly from: number
  readonly rate: number
}

/** How market, broker and account are modelled. */
export interface RunModels {
  readonly prices: PriceSide
  readonly path: PathModel
  readonly slippage: SlippageSpec
  readonly commission: CommissionSpec
  readonly limitFill: LimitFillSpec
  /** Time until an order, a change or a cancellation reaches the market. */
  readonly latencyMs: number
  /** Market orders whose first price comes later than this are cancelled; 0 waits for ever. */
  readonly staleAfterMs: number
  readonly swap: SwapSpec | null
  readonly funding: FundingSpec | null
  readonly margin: MarginSpec
  readonly accounting: 'hedging' | 'netting'
}

/** No costs, and the market's own rules. */
export const PLAIN_MODELS: RunModels = {
  prices: 'both',
  path: 'adaptive',
  slippage: { model: 'fixed', pips: 0 },
  commission: { perLot: 0, percent: 0, minimum: 0, makerPercent: 0, takerPercent: 0 },
  limitFill: { model: 'through' },
  latencyMs: 0,
  staleAfterMs: 0,
  swap: null,
  funding: null,
  margin: { model: 'instrument' },
  accounting: 'hedging',
}

/** Everything that a run depends on besides script and data. Plain JSON: it is stored with the result. */
export interface RunSpec extends RunModels {
  readonly instrument: Instrument
  /** Instruments that turn quote currency into account currency; their data comes with the run. */
  readonly conversions: readonly Instrument[]
  /** The interval of `onIntervalClose`; 'Tick' has no bars of its own. */
  readonly interval: Interval
  /** 0 every tick, 1 minute bars (the specification's numbers), or the bars that `barIntervals` says. */
  readonly resolution: 0 | 1
  /** Intervals of bars longer than a minute, by instrument: the finest that there are. */
  readonly barIntervals?: Readonly<Record<string, BarInterval>>
  /** First moment that is traded and the first one that is not any more, UTC milliseconds. */
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
}
