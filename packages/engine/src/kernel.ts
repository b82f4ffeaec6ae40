import { type BarInterval, isoTime } from '@tradeloom/domain'

import { RunInputError } from './errors.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import type { MarketRows } from './market/market-rows.ts'
import type { Quote } from './market/quote.ts'
import type { PathRule } from './models/path.ts'
import type { Broker } from './orders/broker.ts'
import type { Conversion } from './portfolio/conversion.ts'
import type { Portfolio } from './portfolio/portfolio.ts'
import type { EquityRecorder } from './record/equity-recorder.ts'
import type { Events } from './script/events.ts'

type TickHandler = (tick: { readonly time: number; readonly bid: number; readonly ask: number }) => unknown

export interface KernelParts {
  readonly rows: MarketRows
  readonly quote: Quote
  readonly broker: Broker
  readonly portfolio: Portfolio
  readonly conversion: Conversion
  readonly recorder: EquityRecorder
  readonly events: Events
  readonly path: PathRule
  /** Below the finest price step of a sum of two prices. */
  readonly epsilon: number
  readonly start: number
  readonly end: number
}

/**
 * The order of events of a run. One row of the market at a time: a real tick, or a bar that becomes four ticks.
 *
 * For each tick: the clock advances and bars that ended are finished; orders meet the price; fills are booked and
 * margin is checked; the script hears of orders and positions; the growing bars take the tick and `onTick` is called;
 * equity is recorded. A bar in which nothing can happen but a change of equity is taken in one go, with equal results.
 */
export class Kernel {
  onTick: TickHandler | undefined
  onStart: (() => unknown) | undefined
  /** Intervals in use, the shortest first. */
  #intervals: IntervalBars[] = []
  #nextClose = Infinity
  #trading = false
  #before = { bid: NaN, ask: NaN }
  #lastTime = -Infinity
  readonly #parts: KernelParts
  crossed = 0
  ticks = 0

  constructor(parts: KernelParts) {
    this.#parts = parts
  }

  get isTrading(): boolean {
    return this.#trading
  }

  useInterval(bars: IntervalBars): void {
    this.#intervals = [...this.#intervals, bars].sort((a, b) => a.ms - b.ms)
  }

  interval(interval: BarInterval): IntervalBars | undefined {
    return this.#intervals.find((bars) => bars.interval === interval)
  }

  /** Rows `from` to `to` (excluded). The loops are short and separate, so that the compiler sees them hot early. */
  step(from: number, to: number): void {
    if (this.#parts.rows.kind === 'tick') this.#ticks(from, to)
    else this.#bars(from, to)
  }

  /** Lets the clock run to the end: bars that end by then are finished. */
  finish(): void {
    if (this.#nextClose <= this.#parts.end) this.#closeBars(this.#parts.end)
    if (this.#trading && this.#parts.events.count > 0) this.#parts.events.dispatch()
  }

  #ticks(from: number, to: number): void {
    const { rows, quote } = this.#parts
    const { time, bidOpen, askOpen } = rows
    for (let row = from; row < to; row++) {
      const moment = time[row] as number
      const bid = bidOpen[row] as number
      const ask = askOpen[row] as number
      this.#enter(moment, bid + ask, row)
      if (ask < bid) this.crossed += 1
      quote.bidHigh = bid
      quote.bidLow = bid
      quote.askHigh = ask
      quote.askLow = ask
      this.#tick(moment, bid, ask, null, 0)
    }
  }

  #bars(from: number, to: number): void {
    const { rows, quote, broker, portfolio, path, epsilon } = this.#parts
    const { time, volume, rowMs } = rows
    // The columns under other names, so that the loop does not look them up for every row.
    const bidOpens = rows.bidOpen
    const bidHighs = rows.bidHigh
    const bidLows = rows.bidLow
    const bidCloses = rows.bidClose
    const askOpens = rows.askOpen
    const askHighs = rows.askHigh
    const askLows = rows.askLow
    const askCloses = rows.askClose
    for (let row = from; row < to; row++) {
      const moment = time[row] as number
      const bidOpen = bidOpens[row] as number
      const askOpen = askOpens[row] as number
      const bidClose = bidCloses[row] as number
      const askClose = askCloses[row] as number
      let bidHigh = bidHighs[row] as number
      let bidLow = bidLows[row] as number
      let askHigh = askHighs[row] as number
      let askLow = askLows[row] as number
      this.#enter(moment, bidOpen + askOpen + bidHigh + askHigh + bidLow + askLow + bidClose + askClose, row)
      // A careless source may tell extremes that its own open or close lie outside of.
      if (bidOpen > bidHigh) bidHigh = bidOpen
      if (bidClose > bidHigh) bidHigh = bidClose
      if (bidOpen < bidLow) bidLow = bidOpen
      if (bidClose < bidLow) bidLow = bidClose
      if (askOpen > askHigh) askHigh = askOpen
      if (askClose > askHigh) askHigh = askClose
      if (askOpen < askLow) askLow = askOpen
      if (askClose < askLow) askLow = askClose
      if (askClose < bidClose) this.crossed += 1
      const highFirst = path(bidOpen + askOpen, bidHigh + askHigh, bidLow + askLow, epsilon)
      const bidFirst = highFirst ? bidHigh : bidLow
      const askFirst = highFirst ? askHigh : askLow
      const bidSecond = highFirst ? bidLow : bidHigh
      const askSecond = highFirst ? askLow : askHigh
      const third = rowMs / 3
      const amount = volume[row] as number
      const isQuiet =
        this.onTick === undefined &&
        !broker.isUrgentBy(moment + rowMs) &&
        !broker.book.isReached(bidLow, bidHigh, askLow, askHigh) &&
        this.#parts.events.count === 0
      if (isQuiet && portfolio.open.size === 0) {
        this.#quietRow(moment, bidOpen, bidHigh, bidLow, bidClose, askClose, amount, rowMs)
        continue
      }
      quote.bidHigh = bidHigh
      quote.bidLow = bidLow
      quote.askHigh = askHigh
      quote.askLow = askLow
      if (
        isQuiet &&
        this.#mark(moment, bidOpen, askOpen) &&
        this.#mark(moment + third, bidFirst, askFirst) &&
        this.#mark(moment + 2 * third, bidSecond, askSecond) &&
        this.#mark(moment + rowMs - 1, bidClose, askClose)
      ) {
        this.#quietRow(moment, bidOpen, bidHigh, bidLow, bidClose, askClose, amount, rowMs)
        continue
      }
      const before = this.#before
      this.#tick(moment, bidOpen, askOpen, null, 0)
      before.bid = bidOpen
      before.ask = askOpen
      this.#tick(moment + third, bidFirst, askFirst, before, 0)
      before.bid = bidFirst
      before.ask = askFirst
      this.#tick(moment + 2 * third, bidSecond, askSecond, before, 0)
      before.bid = bidSecond
      before.ask = askSecond
      this.#tick(moment + rowMs - 1, bidClose, askClose, before, amount)
    }
  }

  /** Step 1 for the first tick of a row; `sum` is a sum of all its prices, to see that they are numbers. */
  #enter(moment: number, sum: number, row: number): void {
    const { conversion, recorder, quote } = this.#parts
    if (!(moment > this.#lastTime) || !(sum > 0 && sum < Infinity)) this.#refuse(moment, row)
    this.#lastTime = moment
    conversion.advance(moment)
    if (moment >= this.#nextClose) this.#closeBars(moment)
    quote.time = moment
    if (!this.#trading && moment >= this.#parts.start) this.#begin()
    if (moment >= recorder.nextCut && this.#trading) recorder.cut(moment)
  }

  #refuse(moment: number, row: number): void {
    const { rows } = this.#parts
    const where = Number.isFinite(moment) ? `at ${isoTime(moment)}` : `in row ${row + 1}`
    // Real ticks may share a millisecond; they keep the order of the source.
    if (rows.kind === 'tick' && moment === this.#lastTime) {
      if ((rows.bidOpen[row] as number) > 0 && (rows.askOpen[row] as number) > 0) return
    }
    throw new RunInputError(`The market data is broken ${where}: times must ascend and prices be numbers above 0`)
  }

  #begin(): void {
    this.#trading = true
    const { onStart } = this
    onStart?.()
  }

  /** Steps 2 to 6. `before` is where the price comes from within a bar, null for a jump. */
  #tick(time: number, bid: number, ask: number, before: { bid: number; ask: number } | null, amount: number): void {
    const { quote, broker, portfolio, recorder, events } = this.#parts
    quote.time = time
    quote.bid = bid
    quote.ask = ask
    this.ticks += 1
    if (!this.#trading) {
      this.#grow(time, bid, ask, amount)
      return
    }
    const reached = before === null ? broker.book.isReached(bid, bid, ask, ask) : this.#isReachedOnWay(bid, ask, before)
    if (reached || broker.isUrgentBy(time)) broker.match(before)
    if (portfolio.open.size > 0) broker.checkMargin()
    if (events.count > 0) events.dispatch()
    this.#grow(time, bid, ask, amount)
    const { onTick } = this
    if (onTick !== undefined) onTick({ time, bid, ask })
    recorder.mark(time, portfolio.balance + portfolio.unrealizedAt(bid, ask), portfolio.balance)
  }

  #isReachedOnWay(bid: number, ask: number, before: { bid: number; ask: number }): boolean {
    const isBidUp = bid > before.bid
    const isAskUp = ask > before.ask
    return this.#parts.broker.book.isReached(
      isBidUp ? before.bid : bid,
      isBidUp ? bid : before.bid,
      isAskUp ? before.ask : ask,
      isAskUp ? ask : before.ask,
    )
  }

  #grow(time: number, bid: number, ask: number, amount: number): void {
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addTick(time, bid, ask, amount)
      if (bars.end < this.#nextClose) this.#nextClose = bars.end
    }
  }

  /** Marks equity at one price of a quiet bar; false when margin would have to be called. */
  #mark(time: number, bid: number, ask: number): boolean {
    const { portfolio, recorder } = this.#parts
    const { balance } = portfolio
    const equity = balance + portfolio.unrealizedAt(bid, ask)
    if (equity <= portfolio.marginAt(bid, ask) / 2) return false
    recorder.mark(time, equity, balance)
    return true
  }

  #quietRow(
    time: number,
    open: number,
    high: number,
    low: number,
    close: number,
    ask: number,
    amount: number,
    rowMs: number,
  ): void {
    const { quote } = this.#parts
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addRow(time, open, high, low, close, ask, amount)
      if (bars.end < this.#nextClose) this.#nextClose = bars.end
    }
    quote.time = time + rowMs - 1
    quote.bid = close
    quote.ask = ask
    this.ticks += 4
  }

  /** Finishes every bar that ended by `moment`, from the shortest interval to the longest. */
  #closeBars(moment: number): void {
    const { quote, start } = this.#parts
    let next = Infinity
    for (const bars of this.#intervals) {
      if (bars.end <= moment) {
        const { end } = bars
        quote.time = end
        bars.finish()
        if (this.#trading && end > start) for (const handler of bars.handlers) handler(bars.last())
      } else if (bars.end < next) next = bars.end
    }
    this.#nextClose = next
  }
}
