import type { Millis, RowIndex, RunModels } from '@tradeloom/domain'

import type { Account } from './account/account.ts'
import type { Clock } from './market/clock.ts'
import type { IntervalBars } from './market/interval-bars.ts'
import { NextPrice } from './market/next-price.ts'
import type { TradedMarket } from './traded-market.ts'
import type { MarginWatch } from './ports/margin-watch.ts'
import { LEVEL } from './ports/venue.ts'
import type { EquityRecorder } from './record/equity-recorder.ts'
import type { Events } from './account/events.ts'
import type { ScriptActivity } from './script-activity.ts'

export interface KernelParts {
  readonly clock: Clock
  readonly account: Account
  /** The run's instrument first, then in the order in which the script names them. */
  readonly markets: readonly TradedMarket[]
  /** Whether prices of several markets are merged by time. */
  readonly isMerged: boolean
  readonly marginWatch: MarginWatch
  readonly recorder: EquityRecorder
  readonly events: Events
  readonly activity: ScriptActivity
  readonly path: RunModels['path']
  readonly start: number
  readonly end: number
}

/**
 * The order of events of a run. Time advances from price to price: a real tick, or one of the four prices of a bar.
 *
 * For each price: the clock advances and ended bars are finished; orders meet the price; fills are booked and margin is
 * checked; the script is notified of orders and positions; the forming bars are updated and `onTick` is called; equity
 * is recorded. Loops turn rows into prices: two fast ones for a single market, and one that merges several by time.
 */
export class Kernel {
  onStart: (() => unknown) | undefined
  /** Rows from this time on end a bar or are preceded by another event. */
  nextStop = -Infinity
  /** The time of the next event other than the end of a bar. */
  nextEvent = -Infinity
  /** The time of the next event other than the end of a bar and a cut of the record. */
  nextChange = -Infinity
  /** Time of the row that stops the fast loops; a field, because numbers passed to functions are boxed. */
  stopTime = NaN
  isTrading = false
  // Private, because V8 compiles code again that relies on the type of a public field whenever all objects of that type have
  // gone, as they have between two runs.
  readonly #next = new NextPrice()
  /** The price before `next`, if the market has moved between them on a straight path without meeting an order. */
  readonly #before = new NextPrice()
  #isPathOpen = false
  readonly clock: Clock
  readonly account: Account
  readonly markets: readonly TradedMarket[]
  readonly recorder: EquityRecorder
  readonly events: Events
  readonly activity: ScriptActivity
  readonly path: RunModels['path']
  readonly #marginWatch: MarginWatch
  readonly #isMerged: boolean
  readonly #start: number
  readonly #end: number
  /** Intervals in use in all markets, shortest first; those of equal length in market order. */
  #intervals: readonly IntervalBars[] = []
  /** Markets whose conversion rate changes over time. */
  readonly #converting: readonly TradedMarket[]
  /** Markets with rows longer than one minute. */
  readonly #coarse: readonly TradedMarket[]

  constructor(parts: KernelParts) {
    this.clock = parts.clock
    this.account = parts.account
    this.markets = parts.markets
    this.recorder = parts.recorder
    this.events = parts.events
    this.activity = parts.activity
    this.path = parts.path
    this.#marginWatch = parts.marginWatch
    this.#isMerged = parts.isMerged
    this.#converting = parts.markets.filter(({ converts }) => converts)
    this.#coarse = parts.markets.filter(({ isCoarse }) => isCoarse)
    this.#start = parts.start
    this.#end = parts.end
  }

  /** Loops write the next price for `tick` here. */
  get next(): NextPrice {
    return this.#next
  }

  useInterval(market: TradedMarket, bars: IntervalBars): void {
    this.activity.count += 1
    market.intervals = [...market.intervals, bars].sort((a, b) => a.ms - b.ms)
    // The sort is stable: bars of equal length stay in market order.
    this.#intervals = this.markets.flatMap(({ intervals }) => intervals).sort((a, b) => a.ms - b.ms)
  }

  /**
   * Advances the clock to the end: bars that end by then are finished, and what was due after the last price is booked. The
   * end itself is no longer part of the run.
   */
  finish(): void {
    const { account, recorder } = this
    this.stopTime = this.#end
    this.#closeBars()
    this.clock.time = this.#end
    const { balance, openCount } = account
    for (const { financing, venue } of this.markets) {
      financing.book(this.#end - 1)
      venue.finish()
    }
    account.marginRecord.see(account.marginUsed(), account.equity())
    if (account.balance !== balance || account.openCount !== openCount) {
      recorder.last = account.equity()
      recorder.lastBalance = account.balance
      recorder.lastTime = this.#end - 1
      recorder.markLast()
    }
    if (this.isTrading && this.events.count > 0) this.events.dispatch()
  }

  /** Ends bars and processes other events that are due at `stopTime`. */
  stop(): void {
    const time = this.stopTime
    this.nextStop = Infinity
    this.#closeBars()
    this.clock.time = time
    if (time >= this.nextEvent) this.#processEvents(time)
    if (this.nextEvent < this.nextStop) this.nextStop = this.nextEvent
    const coarse = this.#coarse
    for (let i = 0; i < coarse.length; i++) (coarse[i] as TradedMarket).afterFinancing?.()
  }

  /** Before a price at `time`: ends bars and processes other events that are due by then. */
  advance(time: number): void {
    if (time >= this.nextStop) {
      this.stopTime = time
      this.stop()
    }
    this.#advanceConversions(time)
  }

  /** Without a price: ends the bars that end by `time`. */
  closeUntil(time: number): void {
    const { clock } = this
    const now = Math.max(time, clock.time)
    this.advance(now)
    clock.time = now
    if (this.isTrading && this.events.count > 0) this.events.dispatch()
  }

  /** An event without a price: ends bars that are due, applies it, and notifies the script. `onTick` is not called. */
  receive(time: number, apply: () => void): void {
    const { clock, account, events, recorder } = this
    const now = Math.max(time, clock.time)
    this.advance(now)
    clock.time = now
    apply()
    if (!this.isTrading) return
    if (events.count > 0) events.dispatch()
    recorder.last = account.equity()
    recorder.lastTime = now
    recorder.lastBalance = account.balance
    recorder.markLast()
  }

  /** Steps 2 to 6 for the price in `next`. If interpolated, the market moves to it on a straight path; otherwise it jumps. */
  tick(market: TradedMarket, isInterpolated: boolean): void {
    this.meet(market, isInterpolated)
    this.settle(market)
  }

  /**
   * Step 2: the market moves to the price in `next`, and orders meet it. To be fast when nothing happens, this reads
   * fields and passes no numbers.
   */
  meet(market: TradedMarket, isInterpolated: boolean): void {
    const { quote, venue } = market
    const { clock } = this
    const { time, bid, ask } = this.next
    // A single market is always at the clock's time.
    const timeBefore = this.#isMerged ? quote.time : clock.time
    const bidBefore = isInterpolated ? quote.point.bid : bid
    const askBefore = isInterpolated ? quote.point.ask : ask
    clock.time = time
    if (this.#isMerged) quote.time = time
    quote.set(bid, ask)
    if (!this.isTrading) return
    const { levels } = venue
    const isReached =
      (bid < bidBefore ? bid : bidBefore) <= (levels[LEVEL.bidFall] as number) ||
      (bid < bidBefore ? bidBefore : bid) >= (levels[LEVEL.bidRise] as number) ||
      (ask < askBefore ? ask : askBefore) <= (levels[LEVEL.askFall] as number) ||
      (ask < askBefore ? askBefore : ask) >= (levels[LEVEL.askRise] as number)
    this.#isPathOpen = false
    if (isReached || time >= venue.urgentFrom) return venue.match(isInterpolated, timeBefore, bidBefore, askBefore)
    if (!isInterpolated) return
    this.#isPathOpen = true
    const before = this.#before
    before.time = timeBefore
    before.bid = bidBefore
    before.ask = askBefore
  }

  /** Steps 3 to 6, after `meet`. Longer than functions should be, for the same reason. */
  settle(market: TradedMarket): void {
    const { positions } = market
    const { account, recorder, events } = this
    const marginWatch = this.#marginWatch
    const { time, bid, ask } = this.next
    if (!this.isTrading) {
      this.updateBars(market)
      return
    }
    if (market.isCoarse) this.#passInside(market, time)
    const { marginRecord } = account
    const { quietUsed, quietRatio } = marginRecord
    let equity = account.balance
    let isShort = marginWatch.isCalled
    if (this.#isMerged) {
      this.#advanceConversions(time)
      equity = account.equity()
      if (account.openCount > 0) {
        const used = account.marginUsed()
        if (!(equity * quietRatio > used * 1.04 && used * 1.04 <= quietUsed)) {
          if (equity > used) marginRecord.see(used, equity)
          else isShort = true
        }
      }
    } else if (positions.openCount > 0) {
      const { longQuantity, shortQuantity, conversion } = positions
      const rate = conversion.own === 0 ? conversion.others : conversion.rate(bid, ask)
      equity += (longQuantity * bid - shortQuantity * ask + positions.cost) * rate
      const larger = longQuantity > shortQuantity ? longQuantity : shortQuantity
      // Slightly more than the used margin.
      const marginBound = larger * (bid + ask) * positions.margin.highestRate * rate * 0.52
      if (!(equity * quietRatio > marginBound && marginBound <= quietUsed)) {
        const used = positions.marginAt(bid, ask)
        if (equity > used) marginRecord.see(used, equity)
        else isShort = true
      }
    }
    if (isShort) {
      const { time: timeBefore, bid: bidBefore, ask: askBefore } = this.#before
      if (this.#isPathOpen) market.venue.match(true, timeBefore, bidBefore, askBefore)
      marginRecord.see(account.marginUsed(), account.equity())
      marginWatch.check()
      equity = account.equity()
    }
    if (events.count > 0) events.dispatch()
    this.updateBars(market)
    const { onTick } = market
    if (onTick !== undefined) onTick({ time, bid, ask })
    recorder.last = equity
    recorder.lastTime = time
    recorder.lastBalance = account.balance
    if (equity > recorder.high || equity < recorder.low || equity < recorder.floor) recorder.markLast()
    // Without an open position nobody asks for the extremes of this row.
    if (positions.openCount > 0) market.excursions.endPrice(this.next)
  }

  /** Updates the forming bars with the price in `next`. */
  updateBars(market: TradedMarket): void {
    if (market.updatesBarsByRow) return
    const { intervals } = market
    const { next } = this
    for (let i = 0; i < intervals.length; i++) {
      const bars = intervals[i] as IntervalBars
      bars.addTick(next)
      if (bars.end < this.nextStop) this.nextStop = bars.end
    }
    if (market.tickBars.length > 0) this.#updateTickBars(market)
  }

  /** Updates the forming bars with a whole row, with the same result as its four prices. */
  addRow(market: TradedMarket, row: RowIndex): void {
    const { intervals, rows } = market
    for (let i = 0; i < intervals.length; i++) {
      const bars = intervals[i] as IntervalBars
      bars.addRow(rows, row)
      if (bars.end < this.nextStop) this.nextStop = bars.end
    }
  }

  /** The last tick of a tick bar ends it; no later time would. */
  #updateTickBars(market: TradedMarket): void {
    for (const bars of market.tickBars) {
      if (!bars.take(this.next)) continue
      bars.finish()
      bars.compare()
      if (this.isTrading) bars.publish()
    }
  }

  /** Processes what is due at `time`: financing, trading hours, start of trading, cuts of the record. */
  #processEvents(time: number): void {
    const { markets } = this
    let next = Infinity
    for (const market of markets) {
      const { financing, tradingHours } = market
      financing.book(time)
      // A long bar is open or closed as a whole, as decided at its start.
      if (!market.isCoarse || markets.length === 1) {
        tradingHours.advance(time as Millis)
        market.isClosed = !tradingHours.isOpen
        next = Math.min(next, tradingHours.next)
      }
      next = Math.min(next, financing.next)
    }
    if (!this.isTrading && time >= this.#start) this.#begin()
    this.nextChange = this.isTrading ? next : Math.min(next, this.#start)
    this.nextEvent = this.nextChange
    if (this.isTrading) this.cutRecord(time)
  }

  /** Cuts the record if it is time; all that was reached before must be recorded. */
  cutRecord(time: number): void {
    const { recorder } = this
    if (time >= recorder.nextCut) recorder.cut(time)
    this.nextEvent = Math.min(this.nextChange, recorder.nextCut)
  }

  #begin(): void {
    this.isTrading = true
    for (const { tickBars } of this.markets) for (const bars of tickBars) bars.restart()
    const { onStart } = this
    onStart?.()
  }

  #advanceConversions(time: number): void {
    const converting = this.#converting
    for (let i = 0; i < converting.length; i++) (converting[i] as TradedMarket).positions.conversion.advance(time)
  }

  /** Days can end and rates can change inside a long bar. */
  #passInside(market: TradedMarket, time: number): void {
    if (market.converts) market.positions.conversion.advance(time)
    if (time >= this.recorder.nextCut) this.recorder.cut(time)
  }

  /**
   * Finishes every bar that ended by `stopTime`. All bars that end at one moment are finished, in all markets, before the
   * script is notified of any: from the shortest interval to the longest, then in market order.
   */
  #closeBars(): void {
    const time = this.stopTime
    const [only] = this.#intervals
    // Most runs have a single interval.
    if (only !== undefined && this.#intervals.length === 1) {
      if (only.end <= time) {
        this.#finishBar(only)
        if (only.comparisons.length > 0) only.compare()
        if (this.isTrading) only.publish()
      } else if (only.end < this.nextStop) this.nextStop = only.end
      return
    }
    for (let end = this.#nextEnd(); end < Infinity; end = this.#nextEnd()) {
      if (end > time) {
        if (end < this.nextStop) this.nextStop = end
        return
      }
      this.#closeBarsAt(end)
    }
  }

  /** The end of the forming bar that ends first; infinite if none is forming. */
  #nextEnd(): number {
    const intervals = this.#intervals
    let next = Infinity
    for (let i = 0; i < intervals.length; i++) {
      const { end } = intervals[i] as IntervalBars
      if (end < next) next = end
    }
    return next
  }

  #closeBarsAt(end: number): void {
    const ended = this.#intervals.filter((bars) => bars.end === end)
    for (const bars of ended) this.#finishBar(bars)
    for (const bars of ended) if (bars.comparisons.length > 0) bars.compare()
    if (this.isTrading) for (const bars of ended) bars.publish()
  }

  #finishBar(bars: IntervalBars): void {
    const { clock } = this
    // Bars that are not aligned with those of the data end inside one.
    if (bars.end > clock.time) clock.time = bars.end
    if (this.#converting.length > 0) this.#advanceConversions(bars.end - 1)
    bars.finish()
  }
}
