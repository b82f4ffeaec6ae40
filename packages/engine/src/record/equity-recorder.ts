import { tidy } from '../account/open-position.ts'
import type { EquityCurve } from '../run-result.ts'

const BUCKETS = 1_000

/**
 * Equity on every tick: peak, drawdown, the curve and the value at the end of each day. The curve is thinned to the
 * highest, lowest and last value of a thousandth of the run each, so that no extreme is lost.
 */
export class EquityRecorder {
  // Changing numbers start as numbers: a field that was once undefined stores every number as an object.
  peak = NaN
  maxDrawdown = 0
  /** As a fraction of the peak. */
  maxDrawdownFraction = 0
  last = NaN
  /** Whether equity was at or below zero at some time. */
  ruined = false
  readonly dayTime: number[] = []
  readonly dayEquity: number[] = []
  /** Rows from this time on belong to the next day, or the next part of the curve. */
  nextCut = -Infinity
  /*
   * The bar loop reads and writes these itself if a bar brings no extreme: passing numbers to a function would cost
   * more than everything else.
   */
  /** Below this there is a new maximum drawdown. */
  floor = NaN
  low = Infinity
  #lowTime = 0.5
  #lowBalance = 0.5
  #lowPeak = 0.5
  high = -Infinity
  #highTime = 0.5
  #highBalance = 0.5
  #highPeak = 0.5
  lastTime = NaN
  lastBalance = NaN
  #bucketEnd = -Infinity
  #dayEnd = -Infinity
  readonly #bucketMs: number
  readonly #time: number[] = []
  readonly #equity: number[] = []
  readonly #balance: number[] = []
  readonly #drawdown: number[] = []

  constructor(initialBalance: number, start: number, end: number) {
    this.peak = initialBalance
    this.last = initialBalance
    this.lastBalance = initialBalance
    this.floor = initialBalance
    this.#bucketMs = Math.max(1, (end - start) / BUCKETS)
    this.#point(start, initialBalance, initialBalance, initialBalance)
    this.lastTime = start
  }

  /**
   * Records `last`, which was reached at `lastTime` with `lastBalance`, if it is an extreme. The caller writes these
   * fields instead of passing them, because numbers passed to functions are boxed.
   */
  markLast(): void {
    const { last, peak } = this
    if (last > this.high) {
      if (last > peak) {
        this.peak = last
        this.floor = this.#newFloor()
      }
      this.high = last
      this.#highTime = this.lastTime
      this.#highBalance = this.lastBalance
      this.#highPeak = this.peak
    }
    if (last < this.low) {
      if (last < this.floor) this.#deepen()
      this.low = last
      this.#lowTime = this.lastTime
      this.#lowBalance = this.lastBalance
      this.#lowPeak = this.peak
    } else if (last < this.floor) this.#deepen()
  }

  /** Call it with the first row at or after `nextCut`, before that row is recorded. */
  cut(time: number): void {
    if (time >= this.#dayEnd) {
      if (this.#dayEnd !== -Infinity) this.#endDay()
      this.#dayEnd = (Math.floor(time / DAY) + 1) * DAY
    }
    if (time >= this.#bucketEnd) {
      this.#flush()
      this.#bucketEnd = time + this.#bucketMs
    }
    this.nextCut = Math.min(this.#dayEnd, this.#bucketEnd)
  }

  finish(time: number, balance: number): EquityCurve {
    this.#flush()
    if (this.#dayEnd !== -Infinity) this.#endDay()
    if (time > (this.#time[this.#time.length - 1] ?? -Infinity)) this.#point(time, this.last, balance, this.peak)
    return { time: this.#time, equity: this.#equity, balance: this.#balance, drawdown: this.#drawdown }
  }

  /** Peaks only rise, so the largest fall as a fraction is also the largest in money. */
  #newFloor(): number {
    return this.peak - this.maxDrawdown
  }

  #deepen(): void {
    const equity = this.last
    const fall = this.peak - equity
    if (fall > this.maxDrawdown) this.maxDrawdown = fall
    const fraction = fall / this.peak
    if (fraction > this.maxDrawdownFraction) this.maxDrawdownFraction = fraction
    if (equity <= 0) this.ruined = true
    this.floor = this.#newFloor()
  }

  #endDay(): void {
    this.dayTime.push(this.#dayEnd)
    this.dayEquity.push(this.last)
  }

  #flush(): void {
    if (this.low === Infinity) return
    const lowFirst = this.#lowTime <= this.#highTime
    if (lowFirst) this.#point(this.#lowTime, this.low, this.#lowBalance, this.#lowPeak)
    this.#point(this.#highTime, this.high, this.#highBalance, this.#highPeak)
    if (!lowFirst) this.#point(this.#lowTime, this.low, this.#lowBalance, this.#lowPeak)
    this.#point(this.lastTime, this.last, this.lastBalance, this.peak)
    this.low = Infinity
    this.high = -Infinity
  }

  #point(time: number, equity: number, balance: number, peak: number): void {
    const before = this.#time.length - 1
    if (before >= 0 && this.#time[before] === time && this.#equity[before] === tidy(equity)) return
    this.#time.push(time)
    this.#equity.push(tidy(equity))
    this.#balance.push(tidy(balance))
    this.#drawdown.push(peak > 0 ? Math.max(0, (peak - equity) / peak) : 0)
  }
}

const DAY = 86_400_000
