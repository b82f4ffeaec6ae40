import type { Millis, Price, RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import { isHighFirst } from './intrabar-path.ts'
import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import type { TradedMarket } from '../traded-market.ts'
import { LEVEL } from '../ports/venue.ts'
import { isRestQuiet, isUnclear, takeTick } from './take-row.ts'
import type { RowProgress, RowRange } from './loop.ts'

/** The next price of one market among several. */
export class Cursor {
  /** Time of the next price; infinite if there is none left. */
  time = Infinity
  /** Whether the next price starts a row. */
  isAtStart = true
  readonly #kernel: Kernel
  readonly #market: TradedMarket
  readonly #range: RowRange
  readonly #to: RowIndex
  #row: RowIndex
  /** Which of a bar's four prices is next. */
  #point = 0
  #isHighFirst = false
  /** A bar in which nothing can happen to an account without positions: it is not recorded. */
  #isFlat = false
  /** Real ticks instead of the bar's prices, up to `#tickEnd` (excluded). */
  #tick = 0
  #tickEnd = 0

  constructor(kernel: Kernel, range: RowRange) {
    this.#kernel = kernel
    this.#market = range.market
    this.#range = range
    this.#row = range.from
    this.#to = range.to
    this.#setTime()
  }

  get rows(): number {
    return this.#to - this.#range.from
  }

  progress(): RowProgress {
    return { first: this.#range.from, next: this.#row }
  }

  /** Starts a row and processes its first price. */
  start(): void {
    const market = this.#market
    const { tradingHours, excursions } = market
    const row = this.#row
    if (market.isCoarse) {
      tradingHours.advance(this.time as Millis)
      market.isClosed = !tradingHours.isOpen
    }
    if (market.isClosed) {
      market.closedRows += 1
      if (market.positions.openCount > 0) excursions.skipRow(row, market.positions.open)
      return this.#endRow()
    }
    excursions.startRow(row)
    if (market.rows.kind === 'tick') {
      this.#setNext(market.rows, row)
      takeTick(this.#kernel, market)
      return this.#endRow()
    }
    const isQuiet = isRestQuiet(this.#kernel, market, row)
    this.#isFlat = isQuiet && this.#kernel.account.openCount === 0
    if (!isQuiet && this.#findTicks()) {
      market.updatesBarsByRow = true
      this.isAtStart = false
      return this.#setTime()
    }
    this.#setRange()
    this.takePoint()
  }

  /** Processes a price inside a row. */
  takePoint(): void {
    if (this.#tick < this.#tickEnd) return this.#takeTick()
    const market = this.#market
    const { rows, quote } = market
    const row = this.#row
    const point = this.#point
    // The result of the open already counts.
    if (point === 1) {
      const usual = isHighFirst(this.#kernel.path, market, row)
      // Another market may have sent an order since: a flat bar is no exception.
      this.#isHighFirst = market.pathChooser.choosePath(rows, row, usual)
    }
    const [bids, asks] = this.#columns(point)
    quote.isMidBar = point < 3
    quote.isInsideBar = point === 1 || point === 2
    const amount = point === 3 ? (rows.volume[row] as number) : 0
    this.#take(this.time, bids[row] as Price, asks[row] as Price, point > 0, amount)
    this.#point = point + 1
    this.isAtStart = false
    if (this.#point === 4) this.#endRow()
    else this.#setTime()
  }

  /** A price that only updates the bars skips full processing, as in the loop of a single market. */
  #take(time: number, bid: Price, ask: Price, isInterpolated: boolean, amount: number): void {
    const kernel = this.#kernel
    const market = this.#market
    const { next } = kernel
    next.time = time
    next.bid = bid
    next.ask = ask
    next.volume = amount
    if (!this.#isFlat || !this.#isStillFlat(bid, ask, isInterpolated)) {
      this.#isFlat = false
      return kernel.tick(market, isInterpolated)
    }
    const { quote } = market
    kernel.clock.time = time
    quote.time = time
    quote.set(bid, ask)
    kernel.updateBars(market)
  }

  /** Another market may have sent an order or opened a position since the row began. */
  #isStillFlat(bid: Price, ask: Price, isInterpolated: boolean): boolean {
    const { account, events } = this.#kernel
    const { quote, venue } = this.#market
    const { levels } = venue
    const bidBefore = isInterpolated ? quote.point.bid : bid
    const askBefore = isInterpolated ? quote.point.ask : ask
    return (
      account.openCount === 0 &&
      events.count === 0 &&
      this.time < venue.urgentFrom &&
      Math.min(bid, bidBefore) > (levels[LEVEL.bidFall] as number) &&
      Math.max(bid, bidBefore) < (levels[LEVEL.bidRise] as number) &&
      Math.min(ask, askBefore) > (levels[LEVEL.askFall] as number) &&
      Math.max(ask, askBefore) < (levels[LEVEL.askRise] as number)
    )
  }

  #setRange(): void {
    const { quote, rows } = this.#market
    const row = this.#row
    quote.bidHigh = rows.bidHigh[row] as Price
    quote.bidLow = rows.bidLow[row] as Price
    quote.askHigh = rows.askHigh[row] as Price
    quote.askLow = rows.askLow[row] as Price
  }

  #columns(point: number): readonly [Float64Array, Float64Array] {
    const { rows } = this.#market
    if (point === 0) return [rows.bidOpen, rows.askOpen]
    if (point === 3) return [rows.bidClose, rows.askClose]
    const isHigh = (point === 1) === this.#isHighFirst
    return isHigh ? [rows.bidHigh, rows.askHigh] : [rows.bidLow, rows.askLow]
  }

  /** Whether real ticks resolve the row, whose bar is ambiguous. */
  #findTicks(): boolean {
    const { intrabarTicks, rows } = this.#market
    if (intrabarTicks === null || !this.#kernel.isTrading || !isUnclear(this.#market, this.#row)) return false
    this.#tick = firstRowAt(intrabarTicks.time, this.time)
    this.#tickEnd = firstRowAt(intrabarTicks.time, this.time + rows.rowMs)
    return this.#tick < this.#tickEnd
  }

  #takeTick(): void {
    const market = this.#market
    const ticks = market.intrabarTicks as MarketRows
    const i = this.#tick
    this.#tick = i + 1
    if (market.converts) market.positions.conversion.advance(this.time)
    this.#setNext(ticks, i)
    takeTick(this.#kernel, market)
    if (this.#tick < this.#tickEnd) return this.#setTime()
    market.updatesBarsByRow = false
    this.#kernel.addRow(market, this.#row)
    market.minutesResolvedByTicks += 1
    this.#endRow()
  }

  #endRow(): void {
    this.#row++
    this.#point = 0
    this.isAtStart = true
    this.#setTime()
  }

  /** The next price is a real tick. */
  #setNext(ticks: MarketRows, row: number): void {
    const { next } = this.#kernel
    next.time = this.time
    next.bid = ticks.bidOpen[row] as Price
    next.ask = ticks.askOpen[row] as Price
    next.volume = 0
  }

  #setTime(): void {
    const { rows, intrabarTicks } = this.#market
    if (this.#row >= this.#to) {
      this.time = Infinity
      return
    }
    if (this.#tick < this.#tickEnd) {
      this.time = (intrabarTicks as MarketRows).time[this.#tick] as number
      return
    }
    const { rowMs } = rows
    const start = rows.time[this.#row] as number
    const point = this.#point
    this.time = point === 3 ? start + rowMs - 1 : start + (point * rowMs) / 3
  }
}
