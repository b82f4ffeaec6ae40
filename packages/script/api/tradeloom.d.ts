/**
 * The script API of Tradeloom: everything in scope of algorithms and indicators.
 *
 * A script is plain top-level code in JavaScript, or in TypeScript with types only. It is evaluated anew for each run.
 * There is no `import`, no timer, no network and no `eval`. `Date` returns the simulated time and `Math.random` is
 * seeded, so identical runs give identical results.
 *
 * All times are UTC milliseconds, prices are in the instrument's quote currency, money is in account currency, and
 * quantities are in units of the base currency (`instrument.dealt`).
 *
 * **Handlers** are top-level functions; an algorithm needs at least one of the first two:
 * - `onTick(tick: Tick)`: after every tick.
 * - `onIntervalClose(bar: Bar)`: after every finished bar of the run's interval.
 * - `onStart()`: once, before the first tick of the traded period.
 * - `onStop()`: once, at the end of the run.
 * - `onOrder(order: Order)`: an order was filled, canceled or rejected, or has expired; or a change or a cancellation
 *   of it arrived too late or was not allowed (`order.refused` says why; the order is unchanged).
 * - `onPositionOpened(position: Position)` and `onPositionClosed(position: Position)`.
 *
 * **Externals** are declared inputs. After
 * `const externals = ['fast', { name: 'slow', defaultValue: 30 }]`, both `fast` and `slow` are numbers in scope.
 */

/** Seconds `S…`, minutes `M…`, hours `H…`, a day, a week. Bars are aligned to UTC; weeks start on Sunday 00:00 UTC, unless the instrument is set otherwise. */
declare type BarInterval =
  | 'S5'
  | 'S15'
  | 'S30'
  | 'M1'
  | 'M2'
  | 'M5'
  | 'M10'
  | 'M15'
  | 'M30'
  | 'H1'
  | 'H2'
  | 'H4'
  | 'H8'
  | 'H12'
  | 'D1'
  | 'W1'

/** One quote. Every call gets a new object, so you can keep it. */
interface Tick {
  /** UTC milliseconds. */
  readonly time: number
  /** The price you sell at. */
  readonly bid: number
  /** The price you buy at. */
  readonly ask: number
}

/** One bar of bid prices, labeled with its start. Every call gets a new object, so you can keep it. */
interface Bar {
  /** Start of the bar, UTC milliseconds. */
  readonly time: number
  /** First bid of the bar. */
  readonly open: number
  /** Highest bid of the bar. */
  readonly high: number
  /** Lowest bid of the bar. */
  readonly low: number
  /** Last bid of the bar. */
  readonly close: number
  /** Traded or quoted volume as reported by the data source; 0 if it reports none. */
  readonly volume: number
  /** Last ask minus last bid of the bar, a price distance. */
  readonly spread: number
}

/**
 * Bars of a fixed number of ticks instead of a time span: `{ ticks: 100 }`. Available only when the run uses every
 * tick. The first tick of the run starts a bar, and the last tick of a bar ends it; history is counted backward from
 * there.
 */
interface TickCount {
  /** A whole number from 1 to 1,000,000. */
  readonly ticks: number
}

/** Bars of one interval. `k` counts back: 0 is the last finished bar, 1 the one before it. */
interface Bars {
  readonly interval: BarInterval | TickCount
  /** Finished bars so far, warm-up included. */
  readonly count: number
  /** Start of bar `k`, UTC milliseconds; NaN if there is no such bar. */
  time(k?: number): number
  /** Opening bid of bar `k`; NaN if there is no such bar. */
  open(k?: number): number
  /** Highest bid of bar `k`; NaN if there is no such bar. */
  high(k?: number): number
  /** Lowest bid of bar `k`; NaN if there is no such bar. */
  low(k?: number): number
  /** Closing bid of bar `k`; NaN if there is no such bar. */
  close(k?: number): number
  /** Volume of bar `k`; NaN if there is no such bar. */
  volume(k?: number): number
  /** Bar `k` as an object, or null if there is no such bar. */
  at(k?: number): Bar | null
  /** The bar that has not ended yet, or null before its first tick. It changes with every tick. */
  readonly forming: Bar | null
}

/** The traded market. */
interface Instrument {
  /** `SYMBOL:BROKER`, for example `EURUSD:OANDA`. */
  readonly id: string
  readonly symbol: string
  readonly broker: string
  /** For display: `EUR/USD`. */
  readonly displaySymbol: string
  readonly product: 'Forex' | 'Cryptocurrency' | 'CFD'
  /** The base currency: what is bought or sold (EUR in EUR/USD). */
  readonly dealt: string
  /** The currency of prices (USD in EUR/USD). */
  readonly quote: string
  /** Decimal places of a price. */
  readonly precision: number
  /** Price distance of one pip: 0.0001 for EUR/USD, 0.01 for USD/JPY. */
  readonly pipSize: number
  /** Quantities are multiples of this. */
  readonly lotSize: number
  readonly minQuantity: number
  readonly maxQuantity: number
  /** Fraction of a position's value held as margin: 0.02 is 50:1 leverage. */
  readonly marginRate: number
}

/** The account at this moment, in account currency. */
interface Account {
  /** For example `USD`. */
  readonly currency: string
  readonly initialBalance: number
  /** Money after closed positions and costs. */
  readonly balance: number
  /** Balance plus the profit of open positions at the last prices. */
  readonly equity: number
  /** Profit of the open positions at the last prices. */
  readonly unrealizedProfit: number
  readonly marginUsed: number
  /** Equity minus used margin. */
  readonly marginAvailable: number
  /** True when the used margin exceeds equity. */
  readonly marginCall: boolean
  /**
   * Half of the used margin divided by equity, in percent. At 100, positions are closed out, the largest loss first.
   */
  readonly closeoutPercent: number
}

declare type Direction = 'LONG' | 'SHORT'
declare type Side = 'BUY' | 'SELL'

/** A position at this moment: a plain object that does not change afterwards. */
interface Position {
  readonly id: number
  readonly instrumentId: string
  readonly direction: Direction
  /** Units of the base currency. */
  readonly quantity: number
  readonly openTime: number
  readonly openPrice: number
  /** Null while the position is open. */
  readonly closeTime: number | null
  /** Null while the position is open. */
  readonly closePrice: number | null
  /** Absolute price, or null. */
  readonly stopLoss: number | null
  /** Absolute price, or null. */
  readonly takeProfit: number | null
  /** Distance in price, or null. */
  readonly trailingStop: number | null
  /** Account currency, after costs; at the last prices while the position is open. */
  readonly profit: number
  readonly pips: number
  /** Paid so far; negative for a rebate. */
  readonly commission: number
  /** Swap paid so far; negative if earned. */
  readonly swapCost: number
  /** Funding paid so far; negative if earned. */
  readonly fundingCost: number
  readonly status: 'OPEN' | 'CLOSED'
  readonly closeReason:
    | 'script'
    | 'stop-loss'
    | 'take-profit'
    | 'trailing-stop'
    | 'margin'
    | 'netting'
    | 'external'
    | 'guardian'
    | null
  /** The `tag` of the order that opened it, or null. */
  readonly tag: string | null
  /**
   * With latency: a change of its stops, or the order that closes all of it, is in flight; the old stops still apply.
   */
  readonly pending: 'CHANGE' | 'CLOSE' | null
  /** With latency: why the latest change of its stops was refused on arrival; otherwise null. */
  readonly refused: string | null
}

/** The open positions. Iterable with `for (const position of positions)`, oldest first. */
interface Positions extends Iterable<Position> {
  readonly count: number
  /** Number of open long positions. */
  readonly longCount: number
  /** Number of open short positions. */
  readonly shortCount: number
  /** Sum of open quantities, short ones negative. */
  readonly netQuantity: number
  /** All open positions, oldest first. */
  all(): Position[]
  /** The open position with this id, or null. */
  get(id: number): Position | null
}

declare type OrderType = 'MARKET' | 'LIMIT' | 'STOP' | 'STOP_LIMIT'
/** Good till canceled, immediate or cancel, fill or kill, good till date. */
declare type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD'

/** An order at this moment: a plain object that does not change afterwards. */
interface Order {
  readonly id: number
  readonly instrumentId: string
  readonly type: OrderType
  readonly side: Side
  readonly quantity: number
  readonly limitPrice: number | null
  readonly stopPrice: number | null
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  /** When it was placed, UTC milliseconds. */
  readonly time: number
  /** A simulated order fills whole or not at all; at a real venue it may be filled in parts. */
  readonly status: 'NEW' | 'FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED' | 'PARTIALLY_FILLED'
  /** Filled so far. */
  readonly filledQuantity: number
  readonly fillTime: number | null
  readonly fillPrice: number | null
  /** Whether it rested in the book (maker) or took the market price (taker); null until it is filled. */
  readonly liquidity: 'maker' | 'taker' | null
  /** The position that the order opened or closed. */
  readonly positionId: number | null
  /** Why it was rejected or canceled. */
  readonly reason: string | null
  /** The `tag` it was placed with, or null. */
  readonly tag: string | null
  /** With latency: a change or a cancellation is in flight; until it arrives, the order is unchanged. */
  readonly pending: 'PLACE' | 'CHANGE' | 'CANCEL' | null
  /** In `onOrder` only, with latency: why a change or a cancellation was refused on arrival; otherwise null. */
  readonly refused: string | null
}

/** The working orders. Iterable, oldest first. */
interface Orders extends Iterable<Order> {
  readonly count: number
  /** All working orders, oldest first. */
  all(): Order[]
  /** The working order with this id, or null. */
  get(id: number): Order | null
}

/**
 * The argument of `buy` and `sell`: a market order without prices, a limit order with `limitPrice`, a stop order with
 * `stopPrice`, a stop-limit order with both. Set a stop loss, take profit or trailing stop either as a price or in
 * pips, not both.
 */
interface OrderRequest {
  /** Units of the base currency, a multiple of `instrument.lotSize`. */
  readonly quantity: number
  /** Absolute price. */
  readonly limitPrice?: number
  /** Absolute price. */
  readonly stopPrice?: number
  /** Default `GTC`. */
  readonly timeInForce?: TimeInForce
  /** Expiry of a `GTD` order, UTC milliseconds. */
  readonly expiry?: number
  /** Limit orders only: rejected if it would fill immediately. */
  readonly postOnly?: boolean
  /** Only closes positions in the other direction, oldest first; never opens one. */
  readonly reduceOnly?: boolean
  /**
   * A name for the order and for the position that it opens, for example of the signal behind it: results are broken
   * down by it. At most 32 characters in one line, and at most 64 different tags in a run.
   */
  readonly tag?: string
  /** Absolute price. */
  readonly stopLoss?: number
  /** Absolute price. */
  readonly takeProfit?: number
  /** Trailing distance in price behind the best price since the position opened, starting from the fill price. */
  readonly trailingStop?: number
  /** Distance from the fill price in pips. */
  readonly stopLossPips?: number
  /** Distance from the fill price in pips. */
  readonly takeProfitPips?: number
  /** Trailing distance in pips behind the best price, starting from the fill price. */
  readonly trailingStopPips?: number
}

/** Changes for `modify`; omitted fields stay as they are. `null` removes a stop loss, take profit or trailing stop. */
interface Modification {
  /** For a working order. */
  readonly quantity?: number
  /** For a working order, absolute price. */
  readonly limitPrice?: number
  /** For a working order, absolute price. */
  readonly stopPrice?: number
  /** Absolute price. */
  readonly stopLoss?: number | null
  /** Absolute price. */
  readonly takeProfit?: number | null
  /** Distance in price. */
  readonly trailingStop?: number | null
}

/**
 * The result of `modify`, `cancel` and `oco`. A refusal is a result with a reason, never an exception. With latency,
 * `accepted` means sent: if it is refused on arrival, `onOrder`, `position.refused` and the log say so.
 */
interface Answer {
  readonly accepted: boolean
  readonly reason: string | null
}

/** Where and how `plot` draws its values. */
interface PlotOptions {
  /** On the price chart (default) or in a separate pane. */
  readonly pane?: 'overlay' | 'study'
  /** CSS color, for example `#3b82f6`. */
  readonly color?: string
  /** Whether each value holds until the next one, drawn as steps; default: only where a series is plotted. */
  readonly steps?: boolean
}

/** An indicator on bars of one interval. `k` counts finished bars back, 0 is the latest. */
interface Indicator<Value> {
  /** True once the last finished bar has a value. */
  readonly ready: boolean
  /** Value at finished bar `k`; NaN (each output NaN) if there is none. */
  value(k?: number): Value
  /** Value that includes the bar that has not ended yet; it changes with every tick. */
  readonly forming: Value
}

/** The most recent numbers, up to a fixed size. `k` counts back: 0 is the newest. */
interface Ring {
  /** How many numbers it can hold. */
  readonly size: number
  /** How many numbers it holds. */
  readonly count: number
  /** True when `count` has reached `size`. */
  readonly full: boolean
  /** Adds a number; a full ring drops its oldest. */
  push(value: number): void
  /** Number `k` back; NaN if there is none. */
  at(k?: number): number
  /** Arithmetic mean of the numbers held. It does not drift: equal windows give equal means. NaN when empty. */
  mean(): number
  /** Population standard deviation of the numbers held. NaN when empty. */
  deviation(): number
  /** Largest number held; NaN when empty. */
  highest(): number
  /** Smallest number held; NaN when empty. */
  lowest(): number
}

/** A building block of a formula that takes one number per bar. */
interface KitAverage {
  /** Adds the number of the current bar and returns the updated value; null until there are enough. */
  next(value: number): number | null
}

/** An average that can also be read without adding a number. */
interface KitEma extends KitAverage {
  /** Adds the number of the current bar. */
  push(value: number): void
  /** The average; NaN until there are enough numbers. */
  readonly value: number
}

/** Building blocks of an indicator's formula. Create each one once, at the first bar. */
interface Kit {
  /**
   * Numbers, strings or nulls that a formula changes from bar to bar. Change the fields of the returned object: your
   * own variables would keep what a forming bar wrote to them.
   */
  state<State extends object>(state: State): State
  /** Keeps the last `size` numbers; the same as `ring(size)`. */
  ring(size: number): Ring
  /** Simple moving average. */
  sma(period: number): KitAverage
  /**
   * Exponential moving average, seeded with the simple average of its first values; each later value has the weight 2 /
   * (period + 1). With `'exact'` the seed is computed in decimal arithmetic, as in the EMA indicator.
   */
  ema(period: number, start?: 'plain' | 'exact'): KitEma
  /** An exponential moving average of an exponential moving average. */
  doubleEma(first: number, second: number): KitAverage
  /**
   * Wilder's smoothing, seeded with the simple average of its first values; each later value has the weight 1 / period.
   */
  wilder(period: number): KitAverage
  /** Wilder's average true range of the bars; `next()` adds the current bar. */
  atr(period: number): { next(): number | null }
  /** The dominant cycle of a price, from Ehlers' Hilbert transform. */
  cycle(): KitCycle
  /** Weighted moving average: weights fall linearly from the window length for the newest value to 1 for the oldest. */
  wma(period: number): KitAverage
  /** Wilder's relative strength index of changes, from 0 to 100. Pass price changes, not prices. */
  strength(period: number): KitAverage
  /** Adds the number of the current bar and returns the one from `bars` bars ago. */
  delay(bars: number): KitAverage
  /** The current bar and a number of bars before it, as candles. */
  candles(before: number): KitCandles
  /** Wilder's directional movement. */
  movement(period: number): KitMovement
  /** UTC days. */
  days(): KitDays
  /** True range: the range of the current bar extended to the previous close. */
  trueRange(closeBefore: number): number
  /** Least-squares line through the numbers of a full ring: `start` at the oldest, `end` at the newest. */
  line(window: Ring): { readonly slope: number; readonly start: number; readonly end: number }
}

/** Candles of the current bar and of some bars before it. */
interface KitCandles {
  /** Adds the current bar; true once all the bars before it are available. */
  next(): boolean
  /** The shape of bar `k` back; 0 is the current bar. */
  at(k?: number): KitCandle
  /** Average body and average range of the bars before the current one. */
  averages(): { readonly body: number; readonly range: number }
}

/** `top` and `bottom` are the ends of the body, `upper` and `lower` the sizes of the wicks. */
interface KitCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly top: number
  readonly bottom: number
  readonly body: number
  readonly upper: number
  readonly lower: number
}

/** Wilder's directional movement, from `kit.movement`. */
interface KitMovement {
  /** Adds the current bar; true once a whole period of movements is available. */
  next(): boolean
  /** Upward movement as a percentage of the true range. */
  readonly plus: number
  /** Downward movement as a percentage of the true range. */
  readonly minus: number
  /** The difference of both as a percentage of their sum. */
  readonly index: number
}

/** The dominant cycle of a price, from `kit.cycle`. */
interface KitCycle {
  /** Adds the price of the current bar. */
  next(price: number): void
  /** Smoothed cycle period in bars. */
  readonly period: number
  readonly inPhase: number
  readonly quadrature: number
}

/** UTC days, from `kit.days`. */
interface KitDays {
  /** Adds the current bar and returns the last finished day; null until one whole day has passed. */
  next(): { readonly open: number; readonly high: number; readonly low: number; readonly close: number } | null
  /** First price of the current day. */
  readonly open: number
}

/** A second series: an indicator with a single value, bars, whose close is used, or a dataset. */
type Series = Indicator<number> | Bars | KnownSeries

/**
 * A dataset such as consumer prices, as it was known at each moment of the run: a value is seen from the time at which it
 * was published, and a revision from the time of the revision. Opened with `series('FRED:CPIAUCSL')`.
 */
interface KnownSeries {
  /** The value of the newest period; NaN if there is none, or if it was withdrawn. */
  readonly value: number
  /** Start of the newest period, UTC milliseconds; NaN if there is none. The period is not the time of publication. */
  readonly period: number
  /** When the newest period's value was published, UTC milliseconds; NaN if there is none. */
  readonly knownAt: number
  /**
   * What that time rests on: the archive of the provider (`vintage`), our own queries (`observed`), or an assumed delay
   * after the period (`lagged`), where the value may have been revised since. Null if there is none.
   */
  readonly quality: 'vintage' | 'observed' | 'lagged' | null
  /** The value `n` periods before the newest one, as it is known now; NaN if there is none. */
  ago(n?: number): number
  /** How many periods are known. */
  readonly count: number
  /** True if something became known since the handler that asks was called before: a new period, or a revision. */
  readonly isNew: boolean
}

/** The options of `series`, all literals. */
interface SeriesOptions {
  /** The column of a dataset that has several. */
  readonly column?: string
  /** Seconds from the publication of a value until the script sees it; 2 by default. */
  readonly delay?: number
  /** Whether values that were published before their period ended count, too; false by default. */
  readonly forecasts?: boolean
  /**
   * Whole days from the end of a period to its publication, where that is not on record and has to be assumed (quality
   * `lagged`); days of a daily series are working days. By default 1 day for daily series, 7 for weekly ones, 45 for
   * monthly, 120 for quarterly and 365 for yearly ones. The result states it. A dataset without such values takes none.
   */
  readonly lag?: number
}

/**
 * Another instrument of the same account, opened with `market('GBPUSD')`. It has the same members that the run's own
 * instrument has in scope. All markets share the account, its margin, and the ids of orders and positions.
 */
interface Market {
  readonly instrument: Instrument
  /** The last bid; NaN before the first price of this market. */
  readonly bid: number
  /** The last ask; NaN before the first price of this market. */
  readonly ask: number
  /** The open positions in this market. */
  readonly positions: Positions
  /** The working orders in this market. */
  readonly orders: Orders
  /** System indicators on the bars of this market: `pound.indicators.SMA('H1', 20)`. */
  readonly indicators: Indicators
  /** Bars of this market. */
  bars(interval: BarInterval | TickCount): Bars
  /** Calls `handler` with every finished bar of this market. Call it at the top level of the script. */
  every(interval: BarInterval | TickCount, handler: (bar: Bar) => void): void
  /** Calls `handler` after every tick of this market. Call it at the top level of the script. */
  onTick(handler: (tick: Tick) => void): void
  /** Buys this instrument: fills at the ask of its next tick, or waits for its price. */
  buy(request: OrderRequest): Order
  /** Sells this instrument: fills at the bid of its next tick, or waits for its price. */
  sell(request: OrderRequest): Order
  /** Closes all open positions in this market, or those of one direction, at its next tick; returns how many. */
  closeAll(direction?: Direction): number
  /** Rounds a price to the precision of this instrument. */
  round(price: number): number
  /** The price distance of `n` pips of this instrument. */
  pips(n: number): number
}

/** The traded market. */
declare const instrument: Instrument
/** The account at this moment. */
declare const account: Account
/**
 * The open positions.
 * @example
 * for (const position of positions) log(position.direction, position.profit)
 */
declare const positions: Positions
/**
 * The working orders.
 * @example
 * for (const order of orders) cancel(order)
 */
declare const orders: Orders
/** System indicators by key: `indicators.SMA(runInterval, 20)`. Create them at the top of the script. */
declare const indicators: Indicators

/**
 * The interval of the run, as chosen for the backtest: `indicators.SMA(runInterval, 20)` is an average of the bars that
 * `onIntervalClose` gets. A run on Tick has no bars of its own; there it is `M1`.
 * @example
 * const average = indicators.SMA(runInterval, 20)
 */
declare const runInterval: BarInterval
/**
 * Bars of an interval: `bars('H1').close(0)` is the close of the last finished hour.
 * @example
 * const hours = bars('H1')
 */
declare function bars(interval: BarInterval | TickCount): Bars
/**
 * Buys: fills at the ask of the next tick, or waits for its price. A refused order is returned with status `REJECTED`.
 * @example
 * buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
 */
declare function buy(request: OrderRequest): Order
/**
 * Sells: fills at the bid of the next tick, or waits for its price. A refused order is returned with status `REJECTED`.
 * @example
 * sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
 */
declare function sell(request: OrderRequest): Order
/**
 * Closes a position, or a `quantity` of it, at the next tick.
 * @example
 * for (const position of positions) closePosition(position, position.quantity / 2)
 */
declare function closePosition(position: Position | number, quantity?: number): Order
/**
 * Closes all open positions, or those of one direction, at the next tick; returns how many.
 * @example
 * closeAll('LONG')
 */
declare function closeAll(direction?: Direction): number
/**
 * Changes the stops of an open position, or the prices or the quantity of a working order. An order with a new price or
 * a larger quantity is matched like a new one. A trailing stop restarts from the current price; tightening it never
 * moves the stop back.
 * @example
 * for (const position of positions) modify(position, { stopLoss: position.openPrice })
 */
declare function modify(target: Position | Order, changes: Modification): Answer
/**
 * Cancels a working order. With latency the order may be filled before the cancellation arrives.
 * @example
 * for (const order of orders) cancel(order)
 */
declare function cancel(order: Order | number): Answer
/**
 * One cancels the other: links working orders, so that the first one to fill or end cancels the rest.
 * @example
 * oco(buy({ quantity: 10000, stopPrice: round(bar.close + pips(10)) }), sell({ quantity: 10000, stopPrice: round(bar.close - pips(10)) }))
 */
declare function oco(...orders: (Order | number)[]): Answer
/**
 * True when `first` crossed above `second` at the last finished bar: below or equal one bar before, above now. Each is
 * an indicator with one output, or a level. Touching is not crossing. False while a value is missing.
 * @example
 * if (crossedAbove(fast, slow)) buy({ quantity: 10000 })
 */
declare function crossedAbove(first: Indicator<number> | number, second: Indicator<number> | number): boolean
/**
 * True when `first` crossed below `second` at the last finished bar: above or equal one bar before, below now.
 * @example
 * if (crossedBelow(fast, slow)) closeAll('LONG')
 */
declare function crossedBelow(first: Indicator<number> | number, second: Indicator<number> | number): boolean
/**
 * Plots a value at the current time in the result's chart. A series is plotted by its value, as steps. A run can plot two
 * million values in total.
 * @example
 * plot('close', bar.close, { color: '#4c8dff' })
 */
declare function plot(name: string, value: number | KnownSeries | null, options?: PlotOptions): void
/**
 * Writes a line to the run's log. The lines of an indicator start with its key.
 * @example
 * log('equity', account.equity)
 */
declare function log(...values: unknown[]): void
/** The simulated time, UTC milliseconds. */
declare function now(): number
/**
 * Rounds a price to the instrument's precision.
 * @example
 * const price = round(bar.close - pips(10))
 */
declare function round(price: number): number
/**
 * The price distance of `n` pips.
 * @example
 * const distance = pips(10)
 */
declare function pips(n: number): number
/**
 * Calls `handler` with every finished bar of another interval, or of a number of ticks. Call it at the top level of the
 * script.
 * @example
 * every('H1', (hour) => log('close of the hour', hour.close))
 * every({ ticks: 100 }, (bar) => log('a hundred ticks', bar.close))
 */
declare function every(interval: BarInterval | TickCount, handler: (bar: Bar) => void): void

/**
 * Opens another instrument to read its prices and trade it in the same account. A symbol alone uses the broker of the
 * run's instrument; `'GBPUSD:FXCM'` names another broker. The name must be a string literal and the call must be at the
 * top level of the script, so that prices can be loaded before the run; at most 16 instruments. Prices of all markets
 * arrive in time order, and `onOrder`, `onPositionOpened` and `onPositionClosed` report all of them.
 * @example
 * const pound = market('GBPUSD')
 * const average = pound.indicators.SMA(runInterval, 20)
 * function onIntervalClose(bar) {
 *   if (average.ready && pound.positions.count === 0 && pound.bid > average.value()) pound.buy({ quantity: 10000 })
 * }
 */
declare function market(name: string): Market
/**
 * Opens a dataset of a data provider as a series: `'FRED:CPIAUCSL'` names the provider and its code. The code and the
 * options must be literals and the call must be at the top level of the script, so that the values can be fetched before
 * the run; at most 16 datasets. What becomes known during a bar is seen after it.
 * @example
 * const prices = series('FRED:CPIAUCSL')
 * function onIntervalClose() {
 *   if (!prices.isNew || prices.count < 13) return
 *   const yearly = prices.value / prices.ago(12) - 1
 *   if (yearly < 0.02 && positions.count === 0) buy({ quantity: 10000 })
 * }
 */
declare function series(code: string, options?: SeriesOptions): KnownSeries

/** Indicators only: the finished bar in `onIntervalClose`, the forming bar in `onTick`. */
declare const bar: Bar
/** Indicators only: keeps the last `size` numbers. */
declare function ring(size: number): Ring
/**
 * Indicators only: building blocks of a formula. A formula is one function, `onTick`, whose arguments are the
 * parameters. It is called once for every finished bar and any number of times for the forming bar; each building block
 * then returns to its state before the forming bar, so the same formula serves both.
 * @example
 * let average = null
 * function onTick(period = 20) {
 *   average ??= kit.ema(period)
 *   return average.next(bar.close)
 * }
 */
declare const kit: Kit
/**
 * Indicators only: the value of the second series at the current bar, NaN if there is none. An indicator that calls it
 * takes a series as its first argument after the interval.
 */
declare function other(): number
