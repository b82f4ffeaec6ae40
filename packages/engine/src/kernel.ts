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
  /** Rows from this time on end a bar or have something else to do first. */
  #nextStop = -Infinity
  #trading = false
  #lastTime = -Infinity
  readonly #parts: KernelParts
  readonly #converts: boolean
  crossed = 0
  ticks = 0

  constructor(parts: KernelParts) {
    this.#parts = parts
    this.#converts = !parts.conversion.isConstant
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
    this.#closeBars(this.#parts.end)
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
      this.#tick(moment, bid, ask, false, 0)
    }
  }

  #bars(from: number, to: number): void {
    const { rows, quote, broker, portfolio, recorder, events, path, epsilon } = this.#parts
    const { book } = broker
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
      const isQuiet =
        this.onTick === undefined &&
        moment + rowMs < broker.urgentFrom &&
        !book.isReached(bidLow, bidHigh, askLow, askHigh) &&
        events.count === 0
      const amount = volume[row] as number
      if (isQuiet && portfolio.open.size === 0) {
        this.#quietRow(moment, bidOpen, bidHigh, bidLow, bidClose, askClose, amount)
        continue
      }
      const highFirst = path(bidOpen + askOpen, bidHigh + askHigh, bidLow + askLow, epsilon)
      const bidFirst = highFirst ? bidHigh : bidLow
      const askFirst = highFirst ? askHigh : askLow
      const bidSecond = highFirst ? bidLow : bidHigh
      const askSecond = highFirst ? askLow : askHigh
      if (isQuiet) {
        const first = portfolio.equityAt(bidOpen, askOpen)
        const second = portfolio.equityAt(bidFirst, askFirst)
        const third = portfolio.equityAt(bidSecond, askSecond)
        const fourth = portfolio.equityAt(bidClose, askClose)
        const lowest = Math.min(first, second, third, fourth)
        if (lowest > portfolio.safeEquity(bidLow, bidHigh, askLow, askHigh)) {
          recorder.markFour(moment, rowMs, first, second, third, fourth, portfolio.balance)
          this.#quietRow(moment, bidOpen, bidHigh, bidLow, bidClose, askClose, amount)
          continue
        }
      }
      quote.bidHigh = bidHigh
      quote.bidLow = bidLow
      quote.askHigh = askHigh
      quote.askLow = askLow
      this.#tick(moment, bidOpen, askOpen, false, 0)
      this.#tick(moment + rowMs / 3, bidFirst, askFirst, true, 0)
      this.#tick(moment + (2 * rowMs) / 3, bidSecond, askSecond, true, 0)
      this.#tick(moment + rowMs - 1, bidClose, askClose, true, amount)
    }
  }

  /** Step 1 for the first tick of a row; `sum` is a sum of all its prices, to see that they are numbers. */
  #enter(moment: number, sum: number, row: number): void {
    if (!(moment > this.#lastTime && sum > 0 && sum < Infinity)) this.#refuse(moment, row)
    this.#lastTime = moment
    if (this.#converts) this.#parts.conversion.advance(moment)
    if (moment >= this.#nextStop) this.#stopAt(moment)
  }

  /** Ends bars, starts trading, cuts the record: whatever is due at `moment`. */
  #stopAt(moment: number): void {
    const { recorder, quote, start } = this.#parts
    this.#nextStop = Infinity
    this.#closeBars(moment)
    quote.time = moment
    if (!this.#trading && moment >= start) this.#begin()
    if (this.#trading && moment >= recorder.nextCut) recorder.cut(moment)
    this.#stopBefore(this.#trading ? recorder.nextCut : start)
  }

  #stopBefore(moment: number): void {
    if (moment < this.#nextStop) this.#nextStop = moment
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

  /** Steps 2 to 6. On the way means: on a straight way from the tick before, within one bar; else the price jumps. */
  #tick(time: number, bid: number, ask: number, isOnWay: boolean, amount: number): void {
    const { quote, broker, portfolio, recorder, events } = this.#parts
    const bidBefore = isOnWay ? quote.bid : bid
    const askBefore = isOnWay ? quote.ask : ask
    quote.time = time
    quote.bid = bid
    quote.ask = ask
    this.ticks += 1
    if (!this.#trading) {
      this.#grow(time, bid, ask, amount)
      return
    }
    const isReached = broker.book.isReached(
      bid < bidBefore ? bid : bidBefore,
      bid < bidBefore ? bidBefore : bid,
      ask < askBefore ? ask : askBefore,
      ask < askBefore ? askBefore : ask,
    )
    if (isReached || time >= broker.urgentFrom) broker.match(isOnWay, bidBefore, askBefore)
    if (portfolio.open.size > 0) broker.checkMargin()
    if (events.count > 0) events.dispatch()
    this.#grow(time, bid, ask, amount)
    const { onTick } = this
    if (onTick !== undefined) onTick({ time, bid, ask })
    recorder.mark(time, portfolio.equityAt(bid, ask), portfolio.balance)
  }

  #grow(time: number, bid: number, ask: number, amount: number): void {
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addTick(time, bid, ask, amount)
      if (bars.end < this.#nextStop) this.#nextStop = bars.end
    }
  }

  #quietRow(time: number, open: number, high: number, low: number, close: number, ask: number, amount: number): void {
    const { quote, rows } = this.#parts
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addRow(time, open, high, low, close, ask, amount)
      if (bars.end < this.#nextStop) this.#nextStop = bars.end
    }
    quote.time = time + rows.rowMs - 1
    quote.bid = close
    quote.ask = ask
    this.ticks += 4
  }

  /** Finishes every bar that ended by `moment`, from the shortest interval to the longest. */
  #closeBars(moment: number): void {
    const { quote, start } = this.#parts
    for (const bars of this.#intervals) {
      if (bars.end <= moment) {
        const { end } = bars
        quote.time = end
        bars.finish()
        if (this.#trading && end > start) for (const handler of bars.handlers) handler(bars.last())
      } else this.#stopBefore(bars.end)
    }
  }
}
