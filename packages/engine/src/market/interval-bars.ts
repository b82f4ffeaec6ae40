import { type Bar, type BarInterval, barStart, INTERVALS, type OhlcColumns } from '@tradeloom/domain'
import { BLOCK_ROWS, emptyBar, type IndicatorInstance, ValueHistory } from '@tradeloom/indicators'

import type { MarketRows } from './market-rows.ts'

export type BarHandler = (bar: Bar) => unknown

/** An indicator that may be computed ahead of its bars. */
export interface AheadReader {
  /** Before the first bar: takes its values from now on from bars that are expected. */
  goAhead(bars: OhlcColumns): void
  /** Computes the values of the block of bars that begins with this one. */
  fillBlock(from: number): void
  /** Takes its values from now on bar by bar, after the first `count` of those that were expected. */
  goLive(count: number): void
}

const NO_TIMES: Float64Array = new Float64Array(0)

/** One interval in use: its forming bar, what it feeds, and the handlers of a finished bar. */
export class IntervalBars {
  /** Bars of every so many ticks have their number. */
  readonly interval: BarInterval | { readonly ticks: number }
  readonly ms: number
  readonly indicators: IndicatorInstance[] = []
  /** Indicators of two series, which are fed when all bars that end together are finished. */
  readonly comparisons: IndicatorInstance[] = []
  /** Those whose indicators are computed ahead when bars can be expected. */
  readonly readers: AheadReader[] = []
  readonly handlers: BarHandler[] = []
  /** The bar object that all indicators of this interval read. */
  readonly view = emptyBar()
  count = 0
  /** End of the forming bar; infinite while there is none. */
  end = Infinity
  #start = -Infinity
  #open = 0.1
  #high = 0.1
  #low = 0.1
  #close = 0.1
  #volume = 0.1
  #ask = 0.1
  #history: BarHistory | null = null
  /** The bars to come, as long as they come. */
  #expected: OhlcColumns | null = null
  #expectedTimes = NO_TIMES
  /** How many of them indicators have values for. */
  #filled = 0
  /** Length of the rows that are bars of this interval, each of which begins where its row does; 0 for others. */
  readonly #rowMs: number

  constructor(interval: IntervalBars['interval'], rowMs = 0) {
    this.interval = interval
    this.ms = typeof interval === 'string' ? INTERVALS[interval].ms : 0
    this.#rowMs = rowMs
  }

  /** History is kept from its first use on. */
  get history(): BarHistory {
    this.#history ??= new BarHistory()
    return this.#history
  }

  /** Says what the bars will be, before the first one, so that indicators can be computed in blocks. */
  expect(bars: OhlcColumns): void {
    if (this.readers.length === 0) return
    this.#expected = bars
    this.#expectedTimes = bars.time
    for (const reader of this.readers) reader.goAhead(bars)
  }

  #fillBlock(): void {
    for (const reader of this.readers) reader.fillBlock(this.#filled)
    this.#filled += BLOCK_ROWS
  }

  /** The bar that has just finished is not the expected one: indicators take it, and all others, as they come. */
  #leave(): void {
    this.#expected = null
    for (const reader of this.readers) reader.goLive(this.count - 1)
  }

  /** A whole row of bars at once, with the same outcome as its four ticks. */
  addRow(rows: MarketRows, row: number): void {
    const high = rows.bidHigh[row] as number
    const low = rows.bidLow[row] as number
    if (this.end === Infinity) {
      this.#begin(rows.time[row] as number)
      this.#open = rows.bidOpen[row] as number
      this.#high = high
      this.#low = low
      this.#volume = rows.volume[row] as number
    } else {
      if (high > this.#high) this.#high = high
      if (low < this.#low) this.#low = low
      this.#volume += rows.volume[row] as number
    }
    this.#close = rows.bidClose[row] as number
    this.#ask = rows.askClose[row] as number
  }

  /** A row of real ticks. */
  addTickRow(rows: MarketRows, row: number): void {
    const bid = rows.bidClose[row] as number
    if (this.end === Infinity) {
      this.#begin(rows.time[row] as number)
      this.#open = bid
      this.#high = bid
      this.#low = bid
      this.#volume = 0
    } else {
      if (bid > this.#high) this.#high = bid
      if (bid < this.#low) this.#low = bid
    }
    this.#close = bid
    this.#ask = rows.askClose[row] as number
  }

  addTick(time: number, bid: number, ask: number, volume: number): void {
    if (this.end === Infinity) {
      this.#begin(time)
      this.#open = bid
      this.#high = bid
      this.#low = bid
      this.#volume = volume
    } else {
      if (bid > this.#high) this.#high = bid
      if (bid < this.#low) this.#low = bid
      this.#volume += volume
    }
    this.#close = bid
    this.#ask = ask
  }

  /** Ends the forming bar: keeps it, feeds the indicators. `publish` follows when the script should hear of it. */
  finish(): void {
    this.count += 1
    if (this.#expected !== null) {
      if (this.#expectedTimes[this.count - 1] !== this.#start) this.#leave()
      else if (this.count > this.#filled) this.#fillBlock()
    }
    this.#fill()
    this.#history?.push(this.#start, this.#open, this.#high, this.#low, this.#close, this.#volume, this.#spread())
    const { indicators } = this
    for (let at = 0; at < indicators.length; at++) indicators[at]?.close()
    this.end = Infinity
  }

  /** Feeds the indicators of two series; to follow `finish` of all bars that end at the same time. */
  compare(): void {
    const { comparisons } = this
    if (comparisons.length === 0) return
    this.#fill()
    for (let i = 0; i < comparisons.length; i++) comparisons[i]?.close()
  }

  /** Calls the handlers with the finished bar; each gets an object of its own, because scripts may change it. */
  publish(): void {
    const { handlers } = this
    for (let at = 0; at < handlers.length; at++) {
      const handler = handlers[at] as BarHandler
      handler(this.last())
    }
  }

  /** The forming bar, or right after `finish` the finished one. */
  last(): Bar {
    return {
      time: this.#start,
      open: this.#open,
      high: this.#high,
      low: this.#low,
      close: this.#close,
      volume: this.#volume,
      spread: this.#spread(),
    }
  }

  forming(): Bar | null {
    return this.end === Infinity ? null : this.last()
  }

  /** The value of an indicator with the forming bar. */
  formingValue(indicator: IndicatorInstance): ReturnType<IndicatorInstance['forming']> {
    if (this.end === Infinity) return indicator.value(0)
    this.#fill()
    return indicator.forming()
  }

  #begin(time: number): void {
    if (this.#rowMs > 0) {
      this.#start = time
      this.end = time + this.#rowMs
      return
    }
    // Usually the bar after the last one; only after a gap its start must be computed.
    const next = this.#start + this.ms
    this.#start = time >= next && time < next + this.ms ? next : barStart(time, this.interval as BarInterval)
    this.end = this.#start + this.ms
  }

  #spread(): number {
    return this.#ask - this.#close
  }

  #fill(): void {
    const { view } = this
    view.time = this.#start
    view.open = this.#open
    view.high = this.#high
    view.low = this.#low
    view.close = this.#close
    view.volume = this.#volume
    view.spread = this.#ask - this.#close
  }
}

/** Finished bars, newest first, as far back as is kept. */
export class BarHistory {
  readonly time = new ValueHistory()
  readonly open = new ValueHistory()
  readonly high = new ValueHistory()
  readonly low = new ValueHistory()
  readonly close = new ValueHistory()
  readonly volume = new ValueHistory()
  readonly spread = new ValueHistory()

  push(time: number, open: number, high: number, low: number, close: number, volume: number, spread: number): void {
    this.time.push(time)
    this.open.push(open)
    this.high.push(high)
    this.low.push(low)
    this.close.push(close)
    this.volume.push(volume)
    this.spread.push(spread)
  }

  at(k: number): Bar | null {
    const time = this.time.at(k)
    if (time !== time) return null
    return {
      time,
      open: this.open.at(k),
      high: this.high.at(k),
      low: this.low.at(k),
      close: this.close.at(k),
      volume: this.volume.at(k),
      spread: this.spread.at(k),
    }
  }
}
