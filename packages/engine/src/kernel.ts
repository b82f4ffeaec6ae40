import type { BarInterval } from '@tradeloom/domain'

import type { IntervalBars } from './market/interval-bars.ts'
import { firstRowAt, isCoarse, type MarketRows } from './market/market-rows.ts'
import type { TickBars } from './market/tick-bars.ts'
import type { Quote } from './market/quote.ts'
import type { TradingHours } from './market/trading-hours.ts'
import type { PathRule } from './market/intrabar-path.ts'
import type { SimulatedVenue } from './venues/simulated/simulated-venue.ts'
import { LEVEL } from './venues/simulated/trigger-book.ts'
import type { FinancingCharges } from './account/financing-charges.ts'
import type { Conversion } from './account/conversion.ts'
import type { Portfolio } from './account/portfolio.ts'
import type { EquityRecorder } from './record/equity-recorder.ts'
import type { Excursions } from './record/excursions.ts'
import type { Events } from './script/events.ts'

type TickHandler = (tick: { readonly time: number; readonly bid: number; readonly ask: number }) => unknown

export interface KernelParts {
  readonly rows: MarketRows
  /** Real ticks that decide the minutes whose bars leave the order of events open; null when there are none. */
  readonly intrabarTicks: MarketRows | null
  readonly quote: Quote
  readonly venue: SimulatedVenue
  readonly portfolio: Portfolio
  readonly conversion: Conversion
  readonly recorder: EquityRecorder
  readonly excursions: Excursions
  readonly financing: FinancingCharges
  readonly tradingHours: TradingHours
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
 * margin is checked; the script hears of orders and positions; the forming bars take the tick and `onTick` is called;
 * equity is recorded. A bar in which nothing can happen but a change of equity is taken in one go, with equal results.
 */
export class Kernel {
  onTick: TickHandler | undefined
  onStart: (() => unknown) | undefined
  /** Intervals in use, the shortest first. */
  #intervals: IntervalBars[] = []
  /** Bars of every so many ticks in use, the shortest first. */
  #tickBars: TickBars[] = []
  /** Rows from this time on end a bar or have something else to do first. */
  #nextStop = -Infinity
  /** The first moment at which something else is due than the end of a bar. */
  #nextEvent = -Infinity
  #trading = false
  /** Of the row that stops the quick way; kept here because numbers that are passed on are boxed. */
  #moment = NaN
  #isClosed = false
  /** Bars are those of the minute data, whichever way the inside of a minute is looked at. */
  #updatesBarsByRow = false
  /** Minutes decided by real ticks, and rows left out because the market was closed. */
  minutesResolvedByTicks = 0
  closedRows = 0
  readonly #parts: KernelParts
  readonly #converts: boolean
  /** Rows are bars longer than a minute. */
  readonly #isCoarse: boolean

  constructor(parts: KernelParts) {
    this.#parts = parts
    this.#converts = !parts.conversion.isConstant
    this.#isCoarse = isCoarse(parts.rows)
  }

  get isTrading(): boolean {
    return this.#trading
  }

  useInterval(bars: IntervalBars): void {
    this.#intervals = [...this.#intervals, bars].sort((a, b) => a.ms - b.ms)
  }

  useTickBars(bars: TickBars): void {
    this.#tickBars = [...this.#tickBars, bars].sort((a, b) => a.ticks - b.ticks)
  }

  tickBars(ticks: number): TickBars | undefined {
    return this.#tickBars.find((bars) => bars.ticks === ticks)
  }

  /** Before the first row: so many ticks are fed before the run begins. */
  alignTickBars(ticksBefore: number): void {
    for (const bars of this.#tickBars) bars.align(ticksBefore)
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
    const { venue, financing, end, quote } = this.#parts
    this.#moment = end
    this.#closeBars()
    quote.time = end
    financing.book(end)
    venue.expire()
    if (this.#trading && this.#parts.events.count > 0) this.#parts.events.dispatch()
  }

  #ticks(from: number, to: number): void {
    const { rows, quote, venue, portfolio, recorder, conversion, events, excursions } = this.#parts
    const { time, bidOpen, askOpen } = rows
    const { levels } = venue.book
    const { highestRate } = portfolio.margin
    const isPlainRate = conversion.own === 0
    for (let row = from; row < to; row++) {
      const moment = time[row] as number
      const bid = bidOpen[row] as number
      const ask = askOpen[row] as number
      if (moment >= this.#nextStop) {
        this.#moment = moment
        this.#stopAt()
      }
      if (this.#converts) conversion.advance(moment)
      if (this.#isClosed) {
        this.closedRows += 1
        continue
      }
      const isQuiet =
        this.onTick === undefined &&
        this.#tickBars.length === 0 &&
        moment < venue.urgentFrom &&
        bid > (levels[LEVEL.bidFall] as number) &&
        bid < (levels[LEVEL.bidRise] as number) &&
        ask > (levels[LEVEL.askFall] as number) &&
        ask < (levels[LEVEL.askRise] as number) &&
        events.count === 0
      if (isQuiet) {
        const { longQuantity, shortQuantity, cost, balance } = portfolio
        const rate = isPlainRate ? conversion.others : conversion.rate(bid, ask)
        const equity =
          portfolio.openCount === 0 ? balance : balance + (longQuantity * bid - shortQuantity * ask + cost) * rate
        const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
        const safe = larger * (bid + ask) * highestRate * rate * 0.52
        if (equity > safe && equity <= recorder.high && equity >= recorder.low && equity >= recorder.floor) {
          recorder.last = equity
          recorder.lastTime = moment
          recorder.lastBalance = balance
          this.#quietTick(row)
          continue
        }
      }
      quote.bidHigh = bid
      quote.bidLow = bid
      quote.askHigh = ask
      quote.askLow = ask
      excursions.startRow(row)
      this.#tick(moment, bid, ask, false, 0)
    }
  }

  #quietTick(row: number): void {
    const { quote, rows } = this.#parts
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addTickRow(rows, row)
      if (bars.end < this.#nextStop) this.#nextStop = bars.end
    }
    quote.time = rows.time[row] as number
    quote.bid = rows.bidClose[row] as number
    quote.ask = rows.askClose[row] as number
  }

  /**
   * The hot loop. It keeps to columns and plain fields and calls nothing for a quiet bar but the forming bars, because
   * numbers that are passed to functions are boxed; so it is longer than functions should be.
   */
  #bars(from: number, to: number): void {
    const { rows, quote, venue, portfolio, recorder, conversion, events, path, epsilon } = this.#parts
    const { time, bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose, rowMs } = rows
    const { levels } = venue.book
    const { highestRate } = portfolio.margin
    const isPlainRate = conversion.own === 0
    const isFine = !this.#isCoarse
    for (let row = from; row < to; row++) {
      const moment = time[row] as number
      if (moment >= this.#nextStop) {
        this.#moment = moment
        this.#stopAt()
      }
      if (this.#converts) conversion.advance(moment)
      if (this.#isClosed) {
        this.closedRows += 1
        continue
      }
      const bl = bidLow[row] as number
      const bh = bidHigh[row] as number
      const al = askLow[row] as number
      const ah = askHigh[row] as number
      const isQuiet =
        isFine &&
        this.onTick === undefined &&
        moment + rowMs < venue.urgentFrom &&
        bl > (levels[LEVEL.bidFall] as number) &&
        bh < (levels[LEVEL.bidRise] as number) &&
        al > (levels[LEVEL.askFall] as number) &&
        ah < (levels[LEVEL.askRise] as number) &&
        events.count === 0
      if (isQuiet && portfolio.openCount === 0) {
        this.#quietRow(row)
        continue
      }
      const bc = bidClose[row] as number
      const ac = askClose[row] as number
      if (isQuiet) {
        // With positions on one side these are the extremes of equity; with both they lie outside of them.
        const { longQuantity, shortQuantity, cost, balance } = portfolio
        const rate = isPlainRate ? conversion.others : NaN
        const worst = balance + (longQuantity * bl - shortQuantity * ah + cost) * rate
        const best = balance + (longQuantity * bh - shortQuantity * al + cost) * rate
        // With more equity than this no price of the bar can call margin; a little above the truth.
        const safe =
          (longQuantity > shortQuantity ? longQuantity : shortQuantity) * (bh + ah) * highestRate * rate * 0.52
        if (worst > safe && best <= recorder.high && worst >= recorder.low && worst >= recorder.floor) {
          recorder.last = balance + (longQuantity * bc - shortQuantity * ac + cost) * rate
          recorder.lastTime = moment + rowMs - 1
          recorder.lastBalance = balance
          this.#quietRow(row)
          continue
        }
        if (this.#markQuietBar(row)) continue
      }
      if (this.#startRow(row)) continue
      quote.bidHigh = bh
      quote.bidLow = bl
      quote.askHigh = ah
      quote.askLow = al
      const bo = bidOpen[row] as number
      const ao = askOpen[row] as number
      this.#tick(moment, bo, ao, false, 0)
      // What the open has brought counts already.
      const isHighFirst = path(bo + ao, bh + ah, bl + al, epsilon, portfolio.longQuantity - portfolio.shortQuantity)
      this.#tick(moment + rowMs / 3, isHighFirst ? bh : bl, isHighFirst ? ah : al, true, 0)
      this.#tick(moment + (2 * rowMs) / 3, isHighFirst ? bl : bh, isHighFirst ? al : ah, true, 0)
      this.#tick(moment + rowMs - 1, bc, ac, true, rows.volume[row] as number)
    }
  }

  /** Records the four equities of a bar in which no order goes off; false when margin has to be looked at closely. */
  #markQuietBar(row: number): boolean {
    const { rows, portfolio, recorder, conversion, path, epsilon } = this.#parts
    const bo = rows.bidOpen[row] as number
    const ao = rows.askOpen[row] as number
    const bh = rows.bidHigh[row] as number
    const ah = rows.askHigh[row] as number
    const bl = rows.bidLow[row] as number
    const al = rows.askLow[row] as number
    const first = portfolio.equityAt(bo, ao)
    const high = portfolio.equityAt(bh, ah)
    const low = portfolio.equityAt(bl, al)
    const fourth = portfolio.equityAt(rows.bidClose[row] as number, rows.askClose[row] as number)
    const { longQuantity, shortQuantity } = portfolio
    const rate = Math.max(conversion.rate(bh, ah), conversion.rate(bl, al))
    const quantity = longQuantity > shortQuantity ? longQuantity : shortQuantity
    if (!(Math.min(first, high, low, fourth) > quantity * (bh + ah) * portfolio.margin.highestRate * rate * 0.52)) {
      return false
    }
    const isHighFirst = path(bo + ao, bh + ah, bl + al, epsilon, longQuantity - shortQuantity)
    const time = rows.time[row] as number
    const [second, third] = isHighFirst ? [high, low] : [low, high]
    recorder.markFour(time, rows.rowMs, first, second, third, fourth, portfolio.balance)
    this.#quietRow(row)
    return true
  }

  /** Begins a row that is taken price by price; true when real ticks have decided it already. */
  #startRow(row: number): boolean {
    const { excursions, intrabarTicks } = this.#parts
    excursions.startRow(row)
    return intrabarTicks !== null && this.#isUnclear(row) && this.#takeIntrabarTicks(intrabarTicks, row)
  }

  /** Whether the bar leaves open what happens first: it reaches triggers on both sides, or may open what has both. */
  #isUnclear(row: number): boolean {
    const { rows, venue } = this.#parts
    const { levels } = venue.book
    return (
      venue.bracketCount > 0 ||
      (((rows.bidLow[row] as number) <= (levels[LEVEL.bidFall] as number) ||
        (rows.askLow[row] as number) <= (levels[LEVEL.askFall] as number)) &&
        ((rows.bidHigh[row] as number) >= (levels[LEVEL.bidRise] as number) ||
          (rows.askHigh[row] as number) >= (levels[LEVEL.askRise] as number)))
    )
  }

  /** Takes the real ticks of a minute instead of its bar; false when there are none. */
  #takeIntrabarTicks(intrabarTicks: MarketRows, row: number): boolean {
    const { rows, quote, conversion } = this.#parts
    const start = rows.time[row] as number
    const from = firstRowAt(intrabarTicks.time, start)
    const to = firstRowAt(intrabarTicks.time, start + rows.rowMs)
    if (from === to || !this.#trading) return false
    this.#updatesBarsByRow = true
    for (let at = from; at < to; at++) {
      const time = intrabarTicks.time[at] as number
      const bid = intrabarTicks.bidOpen[at] as number
      const ask = intrabarTicks.askOpen[at] as number
      if (this.#converts) conversion.advance(time)
      quote.bidHigh = bid
      quote.bidLow = bid
      quote.askHigh = ask
      quote.askLow = ask
      this.#tick(time, bid, ask, false, 0)
    }
    this.#updatesBarsByRow = false
    this.#addRow(row)
    this.minutesResolvedByTicks += 1
    return true
  }

  /** Ends bars, and does what else is due at the moment of the row. */
  #stopAt(): void {
    const moment = this.#moment
    this.#nextStop = Infinity
    this.#closeBars()
    this.#parts.quote.time = moment
    if (moment >= this.#nextEvent) this.#pass(moment)
    if (this.#nextEvent < this.#nextStop) this.#nextStop = this.#nextEvent
    if (this.#isCoarse) this.#parts.venue.refresh()
  }

  /** Books financing, opens and closes the market, starts trading, cuts the record: whatever is due at `moment`. */
  #pass(moment: number): void {
    const { recorder, financing, tradingHours, start } = this.#parts
    financing.book(moment)
    tradingHours.advance(moment)
    this.#isClosed = !tradingHours.isOpen
    if (!this.#trading && moment >= start) this.#begin()
    if (this.#trading && moment >= recorder.nextCut) recorder.cut(moment)
    this.#nextEvent = Math.min(financing.next, tradingHours.next, this.#trading ? recorder.nextCut : start)
  }

  #begin(): void {
    this.#trading = true
    for (const bars of this.#tickBars) bars.restart()
    const { onStart } = this
    onStart?.()
  }

  /** Steps 2 to 6. On the way means: on a straight way from the tick before, within one bar; else the price jumps. */
  #tick(time: number, bid: number, ask: number, isInterpolated: boolean, amount: number): void {
    const { quote, venue, portfolio, recorder, events, excursions } = this.#parts
    const timeBefore = quote.time
    const bidBefore = isInterpolated ? quote.bid : bid
    const askBefore = isInterpolated ? quote.ask : ask
    quote.time = time
    quote.bid = bid
    quote.ask = ask
    if (!this.#trading) {
      this.#updateBars(time, bid, ask, amount)
      return
    }
    const { levels } = venue.book
    const isReached =
      (bid < bidBefore ? bid : bidBefore) <= (levels[LEVEL.bidFall] as number) ||
      (bid < bidBefore ? bidBefore : bid) >= (levels[LEVEL.bidRise] as number) ||
      (ask < askBefore ? ask : askBefore) <= (levels[LEVEL.askFall] as number) ||
      (ask < askBefore ? askBefore : ask) >= (levels[LEVEL.askRise] as number)
    if (isReached || time >= venue.urgentFrom) venue.match(isInterpolated, timeBefore, bidBefore, askBefore)
    if (this.#isCoarse) this.#passInside(time)
    let equity = portfolio.equityAt(bid, ask)
    if (venue.marginCall || (portfolio.openCount > 0 && !(equity > portfolio.marginAt(bid, ask)))) {
      venue.checkMargin()
      equity = portfolio.equityAt(bid, ask)
    }
    if (events.count > 0) events.dispatch()
    this.#updateBars(time, bid, ask, amount)
    const { onTick } = this
    if (onTick !== undefined) onTick({ time, bid, ask })
    recorder.mark(time, equity, portfolio.balance)
    excursions.endPrice(bid, ask)
  }

  /** Inside a long bar days end and rates change. */
  #passInside(time: number): void {
    const { conversion, recorder } = this.#parts
    if (this.#converts) conversion.advance(time)
    if (time >= recorder.nextCut) recorder.cut(time)
  }

  #updateBars(time: number, bid: number, ask: number, amount: number): void {
    if (this.#updatesBarsByRow) return
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addTick(time, bid, ask, amount)
      if (bars.end < this.#nextStop) this.#nextStop = bars.end
    }
    if (this.#tickBars.length > 0) this.#updateTickBars(time, bid, ask)
  }

  /** The last tick of a bar of ticks ends it: there is no later moment at which it would be over. */
  #updateTickBars(time: number, bid: number, ask: number): void {
    for (const bars of this.#tickBars) {
      if (!bars.take(time, bid, ask)) continue
      bars.finish()
      if (this.#trading) bars.publish()
    }
  }

  /** Grows the bars by a row in which nothing happened. */
  #quietRow(row: number): void {
    const { quote, rows } = this.#parts
    this.#addRow(row)
    quote.time = (rows.time[row] as number) + rows.rowMs - 1
    quote.bid = rows.bidClose[row] as number
    quote.ask = rows.askClose[row] as number
  }

  #addRow(row: number): void {
    const { rows } = this.#parts
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      bars.addRow(rows, row)
      if (bars.end < this.#nextStop) this.#nextStop = bars.end
    }
  }

  /** Finishes every bar that ended by the moment of the row, from the shortest interval to the longest. */
  #closeBars(): void {
    const moment = this.#moment
    const { quote, conversion } = this.#parts
    const intervals = this.#intervals
    for (let at = 0; at < intervals.length; at++) {
      const bars = intervals[at] as IntervalBars
      if (bars.end > moment) {
        if (bars.end < this.#nextStop) this.#nextStop = bars.end
        continue
      }
      // Bars that do not begin where those of the data do end inside of one.
      if (bars.end > quote.time) quote.time = bars.end
      if (this.#converts) conversion.advance(bars.end - 1)
      bars.finish()
      if (this.#trading) bars.publish()
    }
  }
}
