import { tidy } from '@tradeloom/domain'
import type { CurveColumns } from './curve-columns.ts'

const BUCKETS = 1_000
/** Numbers of a point of the curve: time, equity, balance and peak. */
const POINT = 4
/** Points of a thousandth of the run: its lowest, highest and last value. */
const POINTS = 3

/** A part of the record. */
export interface EquityRecords {
  readonly curve: CurveColumns
  /** Equity at the ends of days with prices. */
  readonly days: { readonly time: readonly number[]; readonly equity: readonly number[] }
}

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
  /** The points so far, one after the other, with room for the last one of all. */
  #points = new Float64Array(POINT * POINTS * (BUCKETS + 2))
  /** The last point that was handed out. */
  #handedTime = NaN
  #handedEquity = NaN
  /** Number of `#points` in use. */
  #used = POINT

  /** `partMs`: length of the parts of the curve of which the extremes are kept. */
  constructor(initialBalance: number, start: number, partMs: number) {
    this.peak = initialBalance
    this.last = initialBalance
    this.lastBalance = initialBalance
    this.floor = initialBalance
    this.#bucketMs = Math.max(1, partMs)
    this.#points.set([start, initialBalance, initialBalance, initialBalance])
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

  /** Hands out the ended days and parts of the curve since the last call, and forgets them. */
  drain(): EquityRecords {
    const days = { time: this.dayTime.splice(0), equity: this.dayEquity.splice(0) }
    const used = this.#thin()
    const curve = this.#columns(used)
    if (used > 0) {
      this.#handedTime = this.#points[used - POINT] as number
      this.#handedEquity = this.#points[used - POINT + 1] as number
    }
    this.#used = 0
    return { curve, days }
  }

  /** Ends the record: call it once. */
  finish(time: number, balance: number): CurveColumns {
    this.#flush()
    if (this.#dayEnd !== -Infinity) this.#endDay()
    const points = this.#points
    let used = this.#thin()
    if (time > (used > 0 ? (points[used - POINT] as number) : this.#handedTime)) {
      points.set([time, tidy(this.last), tidy(balance), fractionBelow(this.peak, this.last)], used)
      used += POINT
    }
    return this.#columns(used)
  }

  /** Rounds the points, and drops those that equal the one before; returns the length of the rest. */
  #thin(): number {
    const points = this.#points
    let used = 0
    for (let at = 0; at < this.#used; at += POINT) {
      const reached = points[at] as number
      const equity = tidy(points[at + 1] as number)
      const before = used > 0 ? points[used - POINT] : this.#handedTime
      const equityBefore = used > 0 ? points[used - POINT + 1] : this.#handedEquity
      if (before === reached && equityBefore === equity) continue
      const drawdown = fractionBelow(points[at + 3] as number, points[at + 1] as number)
      points[used] = reached
      points[used + 1] = equity
      points[used + 2] = tidy(points[at + 2] as number)
      points[used + 3] = drawdown
      used += POINT
    }
    return used
  }

  #columns(used: number): CurveColumns {
    const points = this.#points
    const column = (place: number): Float64Array => {
      const values = new Float64Array(used / POINT)
      for (let at = place; at < used; at += POINT) values[(at - place) / POINT] = points[at] as number
      return values
    }
    return { time: column(0), equity: column(1), balance: column(2), drawdown: column(3) }
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

  /** Adds the points of a part of the run. Numbers passed to a function would be boxed, so it adds them itself. */
  #flush(): void {
    if (this.low === Infinity) return
    const end = this.#used + POINT * POINTS
    if (end + POINT > this.#points.length) {
      const points = new Float64Array(end * 2)
      points.set(this.#points)
      this.#points = points
    }
    const points = this.#points
    const lowFirst = this.#lowTime <= this.#highTime
    const low = lowFirst ? this.#used : this.#used + POINT
    points[low] = this.#lowTime
    points[low + 1] = this.low
    points[low + 2] = this.#lowBalance
    points[low + 3] = this.#lowPeak
    const high = lowFirst ? this.#used + POINT : this.#used
    points[high] = this.#highTime
    points[high + 1] = this.high
    points[high + 2] = this.#highBalance
    points[high + 3] = this.#highPeak
    const last = end - POINT
    points[last] = this.lastTime
    points[last + 1] = this.last
    points[last + 2] = this.lastBalance
    points[last + 3] = this.peak
    this.#used = end
    this.low = Infinity
    this.high = -Infinity
  }
}

function fractionBelow(peak: number, equity: number): number {
  return peak > 0 ? Math.max(0, (peak - equity) / peak) : 0
}

const DAY = 86_400_000
