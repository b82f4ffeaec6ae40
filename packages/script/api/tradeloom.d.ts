/**
 * The script API of Tradeloom: what every algorithm and every indicator finds in scope.
 *
 * A script is plain top-level code in JavaScript, or in TypeScript with types only. It is evaluated afresh for every
 * run. There is no `import`, no timer, no network and no `eval`. `Date` shows the simulated time and `Math.random`
 * repeats itself from run to run, so that equal runs give equal results.
 *
 * All times are UTC milliseconds, prices are in the instrument's quote currency, money is in account currency,
 * quantities are units of the dealt currency.
 *
 * **Handlers** are top-level functions; an algorithm needs at least one of the first two:
 * - `onTick(tick: Tick)`: after every tick.
 * - `onIntervalClose(bar: Bar)`: after every finished bar of the run's interval.
 * - `onStart()`: once, before the first tick that is traded.
 * - `onStop()`: once, at the end of the run.
 * - `onOrder(order: Order)`: an order was filled, canceled, rejected or has expired; or a change or a cancellation of
 *   it arrived too late or was not allowed (then `order.refused` says why, and the order is as it was).
 * - `onPositionOpened(position: Position)` and `onPositionClosed(position: Position)`.
 *
 * **Externals** are declared inputs. After
 * `const externals = ['fast', { name: 'slow', defaultValue: 30 }]` both `fast` and `slow` are numbers in scope.
 */

/** Seconds `S…`, minutes `M…`, hours `H…`, a day, a week. Bars are aligned to UTC; weeks start on Sunday 00:00 UTC. */
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

/** One quote. A fresh object: it may be kept. */
interface Tick {
  /** UTC milliseconds. */
  readonly time: number
  /** The price at which one sells. */
  readonly bid: number
  /** The price at which one buys. */
  readonly ask: number
}

/** One bar of bid prices, labeled with its start. A fresh object: it may be kept. */
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
  /** Traded or quoted volume as the data source counts it; 0 where it tells none. */
  readonly volume: number
  /** Last ask minus last bid of the bar, a price distance. */
  readonly spread: number
}

/**
 * Bars of every so many ticks instead of a span of time: `{ ticks: 100 }`. Only with the resolution of every tick. The
 * first tick of the run begins a bar, which ends with its last tick; history is counted backwards from there.
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
  /** Start of bar `k`, UTC milliseconds; NaN where there is no such bar. */
  time(k?: number): number
  /** Opening bid of bar `k`; NaN where there is no such bar. */
  open(k?: number): number
  /** Highest bid of bar `k`; NaN where there is no such bar. */
  high(k?: number): number
  /** Lowest bid of bar `k`; NaN where there is no such bar. */
  low(k?: number): number
  /** Closing bid of bar `k`; NaN where there is no such bar. */
  close(k?: number): number
  /** Volume of bar `k`; NaN where there is no such bar. */
  volume(k?: number): number
  /** Bar `k` as an object, or null where there is no such bar. */
  at(k?: number): Bar | null
  /** The bar that is still growing, or null before its first tick. It changes with every tick. */
  readonly forming: Bar | null
}

/** The market that is traded. */
interface Instrument {
  /** `SYMBOL:BROKER`, for example `EURUSD:OANDA`. */
  readonly id: string
  readonly symbol: string
  readonly broker: string
  /** For people: `EUR/USD`. */
  readonly displaySymbol: string
  readonly product: 'Forex' | 'Cryptocurrency' | 'CFD'
  /** The currency that is bought or sold (EUR in EUR/USD). */
  readonly dealt: string
  /** The currency of prices (USD in EUR/USD). */
  readonly quote: string
  /** Decimals of a price. */
  readonly precision: number
  /** Price distance of one pip: 0.0001 for EUR/USD, 0.01 for USD/JPY. */
  readonly pipSize: number
  /** Quantities are multiples of this. */
  readonly lotSize: number
  readonly minQuantity: number
  readonly maxQuantity: number
  /** Part of a position's value held as margin: 0.02 is 50:1. */
  readonly marginRate: number
}

/** The account, in account currency, as of now. */
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
  /** More margin is used than there is equity. */
  readonly marginCall: boolean
  /** Half of the used margin by equity, in percent: at 100 positions are closed out, the largest loss first. */
  readonly closeoutPercent: number
}

declare type Direction = 'LONG' | 'SHORT'
declare type Side = 'BUY' | 'SELL'

/** A position as of now: a plain object that does not change afterwards. */
interface Position {
  readonly id: number
  readonly instrumentId: string
  readonly direction: Direction
  /** Units of the dealt currency. */
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
  /** Paid so far; below zero it is a rebate. */
  readonly commission: number
  /** Swap paid so far; below zero it was earned. */
  readonly swapCost: number
  /** Funding paid so far; below zero it was earned. */
  readonly fundingCost: number
  readonly status: 'OPEN' | 'CLOSED'
  readonly closeReason: 'script' | 'stop-loss' | 'take-profit' | 'trailing-stop' | 'margin' | 'netting' | null
  /** A change of its stops, or the order that closes the whole of it, is on its way; its stops are the old ones. */
  readonly pending: 'CHANGE' | 'CLOSE' | null
  /** Why the latest change of its stops was refused when it arrived, with latency; else null. */
  readonly refused: string | null
}

/** The open positions. Can be looped over with `for (const position of positions)`, oldest first. */
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
/** Good till canceled, immediate or cancel, fill or kill, good till a date. */
declare type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD'

/** An order as of now: a plain object that does not change afterwards. */
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
  readonly status: 'NEW' | 'FILLED' | 'CANCELED' | 'REJECTED' | 'EXPIRED'
  readonly fillTime: number | null
  readonly fillPrice: number | null
  /** Whether it waited at its price or took the market's; null until it is filled. */
  readonly liquidity: 'maker' | 'taker' | null
  /** The position that the order opened or closed. */
  readonly positionId: number | null
  /** Why it was rejected or canceled. */
  readonly reason: string | null
  /** With latency: a change or a cancellation of it is on its way; until it arrives the order stands as it is. */
  readonly pending: 'CHANGE' | 'CANCEL' | null
  /** In `onOrder` only, with latency: why a change or a cancellation was refused when it arrived; else null. */
  readonly refused: string | null
}

/** The orders that still wait. Can be looped over, oldest first. */
interface Orders extends Iterable<Order> {
  readonly count: number
  /** All waiting orders, oldest first. */
  all(): Order[]
  /** The waiting order with this id, or null. */
  get(id: number): Order | null
}

/**
 * What `buy` and `sell` take. Without prices it is a market order, with `limitPrice` a limit order, with `stopPrice`
 * a stop order, with both a stop-limit order. Give the distance of a stop or a target as a price or in pips, not both.
 */
interface OrderRequest {
  /** Units of the dealt currency, a multiple of `instrument.lotSize`. */
  readonly quantity: number
  /** Absolute price. */
  readonly limitPrice?: number
  /** Absolute price. */
  readonly stopPrice?: number
  /** Default `GTC`. */
  readonly timeInForce?: TimeInForce
  /** End of a `GTD` order, UTC milliseconds. */
  readonly expiry?: number
  /** Limit orders only: refused when it would be filled at once. */
  readonly postOnly?: boolean
  /** Closes what is open the other way, the oldest first, and opens nothing. */
  readonly reduceOnly?: boolean
  /** Absolute price. */
  readonly stopLoss?: number
  /** Absolute price. */
  readonly takeProfit?: number
  /** Distance in price behind the best price since the position was opened; it starts from the fill price. */
  readonly trailingStop?: number
  /** Distance from the fill price in pips. */
  readonly stopLossPips?: number
  /** Distance from the fill price in pips. */
  readonly takeProfitPips?: number
  /** Distance behind the best price in pips; it starts from the fill price. */
  readonly trailingStopPips?: number
}

/** What `modify` changes; what is left out stays. `null` takes a stop or a target away. */
interface Modification {
  /** Of a waiting order. */
  readonly quantity?: number
  /** Of a waiting order, absolute price. */
  readonly limitPrice?: number
  /** Of a waiting order, absolute price. */
  readonly stopPrice?: number
  /** Absolute price. */
  readonly stopLoss?: number | null
  /** Absolute price. */
  readonly takeProfit?: number | null
  /** Distance in price. */
  readonly trailingStop?: number | null
}

/**
 * The answer to `modify`, `cancel` and `oco`. A refusal is an answer with a reason, never an exception. With latency
 * `accepted` means sent: what cannot be done when it arrives is told to `onOrder`, in `position.refused` and to the log.
 */
interface Answer {
  readonly accepted: boolean
  readonly reason: string | null
}

interface PlotOptions {
  /** On the price chart (default) or in a pane of its own. */
  readonly pane?: 'overlay' | 'study'
  /** CSS color, for example `#3b82f6`. */
  readonly color?: string
}

/** An indicator on bars of one interval. `k` counts finished bars back, 0 is the last one. */
interface Indicator<Value> {
  /** True once the last finished bar has a value. */
  readonly ready: boolean
  /** Value at finished bar `k`; NaN (each output NaN) where there is none. */
  value(k?: number): Value
  /** Value with the bar that is still growing; it changes with every tick. */
  readonly forming: Value
}

/** The last numbers pushed, up to a fixed size. `k` counts back: 0 is the newest. */
interface Ring {
  /** How many numbers it can hold. */
  readonly size: number
  /** How many numbers it holds. */
  readonly count: number
  /** True when `count` has reached `size`. */
  readonly full: boolean
  /** Adds a number; the oldest one is dropped when the ring is full. */
  push(value: number): void
  /** Number `k` back; NaN where there is none. */
  at(k?: number): number
  /** Plain average of the numbers held; it does not drift, and equal averages are equal numbers. NaN when empty. */
  mean(): number
  /** Standard deviation of the numbers held, divided by their count. NaN when empty. */
  deviation(): number
  /** Largest number held; NaN when empty. */
  highest(): number
  /** Smallest number held; NaN when empty. */
  lowest(): number
}

/** A part of a formula that takes one number per bar. */
interface KitAverage {
  /** Takes the number of the bar at hand and gives the result with it; null while there are too few. */
  next(value: number): number | null
}

/** Parts of an indicator's formula. Create each part once, at the first bar. */
interface Kit {
  /**
   * Numbers (or texts, or null) that a formula changes from bar to bar. Change the fields of the object that it returns;
   * variables of your own would keep what a forming bar has left in them.
   */
  state<State extends object>(state: State): State
  /** Keeps the last `size` numbers; the same as `ring(size)`. */
  ring(size: number): Ring
  /** Simple moving average. */
  sma(period: number): KitAverage
  /**
   * Exponential moving average that starts from the plain average of its first values; each later value weighs
   * 2 / (period + 1). With `'exact'` the start is computed in decimal arithmetic, as the indicator EMA does.
   */
  ema(period: number, start?: 'plain' | 'exact'): KitAverage
  /** An exponential average of an exponential average. */
  doubleEma(first: number, second: number): KitAverage
  /** Wilder's smoothing: starts from the plain average of its first values; each later value weighs 1 / period. */
  wilder(period: number): KitAverage
  /** Wilder's average true range of the bars; `next()` takes the bar at hand. */
  atr(period: number): { next(): number | null }
  /** The dominant cycle of a price by Ehlers' Hilbert transforms. */
  cycle(): KitCycle
  /** Weighted moving average: the newest value weighs as much as the window is long, the oldest 1. */
  wma(period: number): KitAverage
  /** Wilder's index of rises and falls, from 0 to 100. Takes changes, not prices. */
  strength(period: number): KitAverage
  /** Takes the number of the bar at hand and gives that of `bars` bars before. */
  delay(bars: number): KitAverage
  /** The bar at hand and a number of bars before it, as candles. */
  candles(before: number): KitCandles
  /** Wilder's directional movement. */
  movement(period: number): KitMovement
  /** Whole days; they begin at 00:00 UTC. */
  days(): KitDays
  /** The range of the bar at hand together with the close before it. */
  trueRange(closeBefore: number): number
  /** The straight line of least squares through the numbers of a full ring: `start` at the oldest, `end` at the newest. */
  line(window: Ring): { readonly slope: number; readonly start: number; readonly end: number }
}

interface KitCandles {
  /** Takes the bar at hand; true when all bars before it are there as well. */
  next(): boolean
  /** The shape of bar `k` back; 0 is the bar at hand. */
  at(k?: number): KitCandle
  /** Average body and average range of the bars before the one at hand. */
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

interface KitMovement {
  /** Takes the bar at hand; true once a whole period of movements is there. */
  next(): boolean
  /** Upward movement as a percentage of the true range. */
  readonly plus: number
  /** Downward movement as a percentage of the true range. */
  readonly minus: number
  /** The difference of both as a percentage of their sum. */
  readonly index: number
}

interface KitCycle {
  /** Takes the price of the bar at hand. */
  next(price: number): void
  /** Smoothed period of the cycle in bars. */
  readonly period: number
  readonly inPhase: number
  readonly quadrature: number
}

interface KitDays {
  /** Takes the bar at hand and gives the last finished day, null before there is a whole one. */
  next(): { readonly open: number; readonly high: number; readonly low: number; readonly close: number } | null
  /** First price of the present day. */
  readonly open: number
}

/** A second series: an indicator with a single value, or bars, of which the close counts. */
type Series = Indicator<number> | Bars

/**
 * Another instrument of the same account, opened with `market('GBPUSD')`. It has the same members as the run's own
 * instrument has in scope. Account, margin and the ids of orders and positions are shared by all markets.
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

/** The market that is traded. */
declare const instrument: Instrument
/** The account, as of now. */
declare const account: Account
/**
 * The open positions.
 * @example
 * for (const position of positions) log(position.direction, position.profit)
 */
declare const positions: Positions
/**
 * The waiting orders.
 * @example
 * for (const order of orders) cancel(order)
 */
declare const orders: Orders
/** System indicators by key: `indicators.SMA(runInterval, 20)`. Create them at the top of the script. */
declare const indicators: Indicators

/**
 * The interval of the run, as it was chosen for the backtest: `indicators.SMA(runInterval, 20)` is an average of the
 * bars that `onIntervalClose` gets. In a run whose interval is Tick, which has no bars of its own, it is `M1`.
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
 * Buys: fills at the ask of the next tick, or waits for its price. A refused order comes back `REJECTED`.
 * @example
 * buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
 */
declare function buy(request: OrderRequest): Order
/**
 * Sells: fills at the bid of the next tick, or waits for its price. A refused order comes back `REJECTED`.
 * @example
 * sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 40 })
 */
declare function sell(request: OrderRequest): Order
/**
 * Closes a position, or `quantity` of it, at the next tick.
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
 * Changes the stops of an open position, or the prices or the quantity of a waiting order. An order with another price
 * or a larger quantity meets the market anew. A trailing stop follows from the present price on; a narrower one never
 * gives ground.
 * @example
 * for (const position of positions) modify(position, { stopLoss: position.openPrice })
 */
declare function modify(target: Position | Order, changes: Modification): Answer
/**
 * Cancels a waiting order. With latency the order may be filled before the cancellation arrives.
 * @example
 * for (const order of orders) cancel(order)
 */
declare function cancel(order: Order | number): Answer
/**
 * One cancels the other: links waiting orders, so that whichever is filled or ends first takes the others with it.
 * @example
 * oco(buy({ quantity: 10000, stopPrice: round(bar.close + pips(10)) }), sell({ quantity: 10000, stopPrice: round(bar.close - pips(10)) }))
 */
declare function oco(...orders: (Order | number)[]): Answer
/**
 * True when `first` came above `second` with the last finished bar: it was below or equal one bar before and is above
 * now. Each is an indicator with one output, or a level. Equal is not above. False while a value is missing.
 * @example
 * if (crossedAbove(fast, slow)) buy({ quantity: 10000 })
 */
declare function crossedAbove(first: Indicator<number> | number, second: Indicator<number> | number): boolean
/**
 * True when `first` came below `second` with the last finished bar: above or equal one bar before, below now.
 * @example
 * if (crossedBelow(fast, slow)) closeAll('LONG')
 */
declare function crossedBelow(first: Indicator<number> | number, second: Indicator<number> | number): boolean
/**
 * Draws a value at the present time into the result's chart. All plots of a run hold two million values together.
 * @example
 * plot('close', bar.close, { color: '#4c8dff' })
 */
declare function plot(name: string, value: number | null, options?: PlotOptions): void
/**
 * Writes a line to the run's log.
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
 * Calls `handler` with every finished bar of another interval, or of so many ticks. To be called at the top of the script.
 * @example
 * every('H1', (hour) => log('close of the hour', hour.close))
 * every({ ticks: 100 }, (bar) => log('a hundred ticks', bar.close))
 */
declare function every(interval: BarInterval | TickCount, handler: (bar: Bar) => void): void

/**
 * Opens another instrument to read its prices and trade it in the same account. The symbol alone means the broker of
 * the run's instrument; `'GBPUSD:FXCM'` names another broker. The name must be a string literal and the call must be at
 * the top level of the script, at most 16 instruments, so that their prices can be loaded before the run. Prices of all
 * markets arrive in the order of their times, and `onOrder`, `onPositionOpened` and `onPositionClosed` report all of
 * them.
 * @example
 * const pound = market('GBPUSD')
 * const average = pound.indicators.SMA(runInterval, 20)
 * function onIntervalClose(bar) {
 *   if (average.ready && pound.positions.count === 0 && pound.bid > average.value()) pound.buy({ quantity: 10000 })
 * }
 */
declare function market(name: string): Market

/** Indicators only: the finished bar in `onIntervalClose`, the growing one in `onTick`. */
declare const bar: Bar
/** Indicators only: keeps the last `size` numbers. */
declare function ring(size: number): Ring
/**
 * Indicators only: parts to build a formula from. A formula is one function, `onTick`, whose arguments are the
 * parameters. It is called once with every finished bar and as often as wanted with the forming bar; after a forming
 * bar every part goes back to what it was, so the same formula serves both.
 * @example
 * let average = null
 * function onTick(period = 20) {
 *   average ??= kit.ema(period)
 *   return average.next(bar.close)
 * }
 */
declare const kit: Kit
/**
 * Indicators only: the value of the second series at the bar at hand, NaN where there is none. An indicator that calls
 * it takes a series as its first argument after the interval.
 */
declare function other(): number
