import {
  type Bar,
  type BarDays,
  barEnd,
  type BarInterval,
  barStart,
  INTERVALS,
  type OhlcColumns,
  type RowIndex,
} from '@tradeloom/domain'
import { type AheadHistory, BLOCK_ROWS, type IndicatorInstance } from '@tradeloom/indicators'

import type { ScriptActivity } from '../script-activity.ts'
import { BarHistory } from './bar-history.ts'
import { FormingBar } from './forming-bar.ts'
import type { MarketRows } from './market-rows.ts'
import type { NextPrice } from './next-price.ts'
import { rowBar } from './row-bar.ts'

export type BarHandler = (bar: Bar) => unknown

interface KnownHandler {
  readonly call: BarHandler
  /** False for a handler that certainly does not read its argument. */
  readonly readsBar: boolean
}

/** An indicator that can be computed before its bars finish. */
export interface AheadReader {
  /** Call before the first bar: from now on, values are computed from the expected bars. */
  goAhead(bars: OhlcColumns): void
  /** Computes the values of the block of bars that starts at `from`. */
  fillBlock(from: number): void
  /** From now on, values are computed bar by bar, after the first `count` expected bars. */
  goLive(count: number): void
}

/** Rows tested at a time: together, and one by one. */
const FAR = 64
const NEAR = 16
const NO_TIMES: Float64Array = new Float64Array(0)

/** An interval in use: its forming bar, the indicators it updates, and the handlers of its finished bars. */
export class IntervalBars {
  /** Bars with a fixed number of ticks have that number. */
  readonly interval: BarInterval | { readonly ticks: number }
  readonly ms: number
  readonly indicators: IndicatorInstance[] = []
  /** Indicators of two series, updated once all bars that end together are finished. */
  readonly comparisons: IndicatorInstance[] = []
  /** Readers whose indicators are computed in blocks while bars are known in advance. */
  readonly readers: AheadReader[] = []
  /** The values of those that are. */
  ahead: readonly AheadHistory[] = []
  readonly #handlers: KnownHandler[] = []
  /** The bar object that all indicators of this interval read. */
  readonly view = new FormingBar()
  count = 0
  /** End of the forming bar; infinite if there is none. */
  end = Infinity
  #start = -Infinity
  #ask = 0.1
  /** While the forming bar is a single whole row, it is not copied; `view` is filled only when it is read. */
  #rows: MarketRows | null = null
  #row = -1
  #history: BarHistory | null = null
  /** The bars known in advance, as long as the actual bars match. */
  #expected: OhlcColumns | null = null
  #expectedTimes = NO_TIMES
  /** The row of the first expected bar, if each row from it on is one; otherwise -1. */
  #firstRow = -1
  /** Number of expected bars for which indicators have values. */
  #filled = 0
  readonly #activity: ScriptActivity
  /** Length of rows that are themselves bars of this interval, aligned with the rows; 0 for others. */
  readonly #rowMs: number
  /** Of bars of days and weeks, when they begin; null if every bar is as long as the one before. */
  readonly #days: BarDays | null

  /** What a bar needs at its end changes only together with the activity of the script. */
  constructor(interval: IntervalBars['interval'], activity: ScriptActivity, rowMs = 0, days: BarDays = {}) {
    this.interval = interval
    this.#days = interval === 'D1' || interval === 'W1' ? days : null
    this.#activity = activity
    this.ms = typeof interval === 'string' ? INTERVALS[interval].ms : 0
    this.#rowMs = rowMs
  }

  /** History is kept from its first use. */
  get history(): BarHistory {
    if (this.#history === null) {
      this.#history = new BarHistory()
      this.#activity.count += 1
    }
    return this.#history
  }

  /** Adds an indicator that each finished bar updates. */
  addIndicator(instance: IndicatorInstance): void {
    this.indicators.push(instance)
    this.#activity.count += 1
  }

  /** Adds an indicator of two series. */
  addComparison(instance: IndicatorInstance): void {
    this.comparisons.push(instance)
    this.#activity.count += 1
  }

  /**
   * Announces the bars, before the first one, so that indicators can be computed in blocks. `firstRow`: the row of the
   * first bar, if all rows from it on are bars.
   */
  expect(bars: OhlcColumns, firstRow: RowIndex | null): void {
    if (this.readers.length === 0) return
    this.#firstRow = firstRow ?? -1
    this.#expected = bars
    this.#expectedTimes = bars.time
    for (const reader of this.readers) reader.goAhead(bars)
  }

  #fillBlock(): void {
    for (const reader of this.readers) reader.fillBlock(this.#filled)
    this.#filled += BLOCK_ROWS
  }

  /** The finished bar differs from the expected one: indicators continue bar by bar. */
  #leave(): void {
    this.#expected = null
    for (const reader of this.readers) reader.goLive(this.count - 1)
  }

  /** A whole row of bars at once, with the same result as its four prices. */
  addRow(rows: MarketRows, row: RowIndex): void {
    if (this.end === Infinity) return this.beginRow(rows, row)
    if (this.#row >= 0) this.#fill()
    const { view } = this
    const high = rows.bidHigh[row] as number
    const low = rows.bidLow[row] as number
    if (high > view.high) view.high = high
    if (low < view.low) view.low = low
    view.volume += rows.volume[row] as number
    view.close = rows.bidClose[row] as number
    this.#ask = rows.askClose[row] as number
  }

  /** Like `addRow`, if no bar is forming. */
  beginRow(rows: MarketRows, row: RowIndex): void {
    this.#begin(rows.time[row] as number)
    this.#rows = rows
    this.#row = row
  }

  /** Adds rows `from` to `to` (exclusive) of real ticks; only the first of them may start a bar. */
  addTicks(rows: MarketRows, from: RowIndex, to: RowIndex): void {
    const { view } = this
    const { bidClose } = rows
    let row: number = from
    if (this.end === Infinity) {
      const bid = bidClose[from] as number
      this.#begin(rows.time[from] as number)
      view.time = this.#start
      view.open = bid
      view.high = bid
      view.low = bid
      view.volume = 0
      row += 1
    }
    if (row < to) view.addTicks(bidClose, row, to)
    view.close = bidClose[to - 1] as number
    this.#ask = rows.askClose[to - 1] as number
  }

  /** Adds ticks, whose extremes are known, to the forming bar. */
  addSeenTicks(rows: MarketRows, last: RowIndex, high: number, low: number): void {
    const { view } = this
    if (high > view.high) view.high = high
    if (low < view.low) view.low = low
    view.close = rows.bidClose[last] as number
    this.#ask = rows.askClose[last] as number
  }

  /** Adds one price. */
  addTick(point: NextPrice): void {
    const { view } = this
    const { bid } = point
    if (this.end === Infinity) {
      this.#begin(point.time)
      view.time = this.#start
      view.open = bid
      view.high = bid
      view.low = bid
      view.volume = point.volume
    } else {
      if (this.#row >= 0) this.#fill()
      view.addTick(bid)
      view.volume += point.volume
    }
    view.close = bid
    this.#ask = point.ask
  }

  /** Ends the forming bar: stores it and updates the indicators. Call `publish` when the script should be notified. */
  finish(): void {
    const { indicators } = this
    this.count += 1
    this.end = Infinity
    if (this.#expected !== null) {
      if (this.#expectedTimes[this.count - 1] !== this.#start) this.#leave()
      else if (this.count > this.#filled) this.#fillBlock()
      const { ahead } = this
      for (let at = 0; at < ahead.length; at++) ahead[at]?.turn(this.count - 1)
    }
    const history = this.#history
    if (history === null && indicators.length === 0 && this.comparisons.length === 0) return
    this.#complete()
    history?.push(this.view)
    for (let i = 0; i < indicators.length; i++) indicators[i]?.close()
  }

  /**
   * The only handler, if all that a bar needs at its end is the next value of each indicator, known in advance, and its
   * call; otherwise null.
   */
  onlyHandler(): KnownHandler | null {
    const isPlain =
      this.#history === null &&
      this.indicators.length === 0 &&
      this.comparisons.length === 0 &&
      this.#handlers.length === 1
    return isPlain ? (this.#handlers[0] as KnownHandler) : null
  }

  /**
   * Of the rows from `from` to `to` (exclusive), the first one that does not follow the row before without a gap, or
   * before which a bar ends that is not known in advance with its values. It looks only some rows ahead.
   */
  reachRows({ time, rowMs }: MarketRows, from: number, to: number): number {
    const isAhead = this.#expected !== null
    const expected = this.#expectedTimes
    const { count } = this
    let end = (from + FAR < to ? from + FAR : to) | 0
    const known = from + this.#filled - count
    if (isAhead && known < end) end = known
    let before = time[from - 1] as number
    // The bar of the row before is the next expected one, and so are those of all rows after it. Steps between rows are
    // never shorter than a row: if they are as long in total, there is no gap.
    const isKnown = isAhead && this.#firstRow >= 0 && this.#firstRow + count === from - 1
    if (isKnown && end > from && (time[end - 1] as number) - before === (end - from) * rowMs) return end
    if (from + NEAR < end) end = from + NEAR
    const offset = count - from
    let row = from | 0
    for (; row < end; row++) {
      const start = time[row] as number
      if (start !== before + rowMs || (isAhead && expected[row + offset] !== before)) break
      before = start
    }
    return row
  }

  /** The same as `beginRow` and `finish` for the bar of a row that `reachRows` has passed, with an `onlyHandler`. */
  turnRow(): void {
    const index = this.count
    this.count = index + 1
    const { ahead } = this
    for (let at = 0; at < ahead.length; at++) (ahead[at] as AheadHistory).turn(index)
  }

  /** Updates the indicators of two series; call it after `finish` of all bars that end at the same time. */
  compare(): void {
    const { comparisons } = this
    if (comparisons.length === 0) return
    this.#complete()
    for (let i = 0; i < comparisons.length; i++) comparisons[i]?.close()
  }

  /** Adds a handler of finished bars, after (or before) the existing ones. */
  addHandler(call: BarHandler, readsBar: boolean, isFirst = false): void {
    if (isFirst) this.#handlers.unshift({ call, readsBar })
    else this.#handlers.push({ call, readsBar })
    this.#activity.count += 1
  }

  /**
   * Calls the handlers with the finished bar, each with its own copy because scripts may change it, but not the first
   * `called` ones again. One that a handler adds is called for this bar, too.
   */
  publish(called = 0): void {
    const handlers = this.#handlers
    for (let at = called; at < handlers.length; at++) {
      const { call, readsBar } = handlers[at] as KnownHandler
      call(readsBar ? this.last() : (undefined as unknown as Bar))
    }
  }

  /** Calls the handlers of the finished bar of a row that the `onlyHandler` has added. */
  publishAdded(rows: MarketRows, row: RowIndex): void {
    if (this.#handlers.length === 1) return
    this.beginRow(rows, row)
    this.end = Infinity
    this.publish(1)
  }

  /** The forming bar or, right after `finish`, the finished one. */
  last(): Bar {
    const rows = this.#rows
    const row = this.#row
    if (row >= 0 && rows !== null) return rowBar(rows, row, this.#start)
    const { open, high, low, close, volume } = this.view
    return { time: this.#start, open, high, low, close, volume, spread: this.#ask - close }
  }

  forming(): Bar | null {
    return this.end === Infinity ? null : this.last()
  }

  /** The value of an indicator with the forming bar. */
  formingValue(indicator: IndicatorInstance): ReturnType<IndicatorInstance['forming']> {
    if (this.end === Infinity) return indicator.value(0)
    this.#complete()
    return indicator.forming()
  }

  #begin(time: number): void {
    this.#row = -1
    this.view.begin()
    if (this.#rowMs > 0) {
      this.#start = time
      this.end = time + this.#rowMs
      return
    }
    if (this.#days !== null) {
      this.#start = barStart(time, this.interval as BarInterval, this.#days)
      this.end = barEnd(this.#start, this.interval as BarInterval, this.#days)
      return
    }
    // Usually the bar after the last one; its start is only computed after a gap.
    const next = this.#start + this.ms
    // Without the plus, V8 boxes the start of every bar, because a function returns boxed numbers.
    const start = time >= next && time < next + this.ms ? next : +barStart(time, this.interval as BarInterval)
    this.#start = start
    this.end = start + this.ms
  }

  /** Copies what is only known by its row, before that row is gone. */
  keep(): void {
    if (this.#row >= 0) this.#fill()
  }

  /** Makes `view` the current bar. */
  #complete(): void {
    if (this.#row >= 0) this.#fill()
    this.view.spread = this.#ask - this.view.close
  }

  /** Copies the bar from its row. */
  #fill(): void {
    const { view } = this
    const rows = this.#rows as MarketRows
    const row = this.#row
    this.#row = -1
    view.time = this.#start
    view.open = rows.bidOpen[row] as number
    view.high = rows.bidHigh[row] as number
    view.low = rows.bidLow[row] as number
    view.close = rows.bidClose[row] as number
    view.volume = rows.volume[row] as number
    this.#ask = rows.askClose[row] as number
  }
}
