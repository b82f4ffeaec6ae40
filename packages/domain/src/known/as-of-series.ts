import { joinColumns, type KnownColumns, pickRows, qualityOf } from './known-columns.ts'
import type { KnownQuality } from './revision.ts'
import { withLag } from './with-lag.ts'

export interface AsOfOptions {
  /** Milliseconds from the moment a value is known to the moment it counts. */
  readonly delay?: number
  /** Whether values that were known before their period ended count, too. */
  readonly forecasts?: boolean
  /** Days from the end of a period until its value counts, where its known time is assumed; null for the usual ones. */
  readonly lag?: number | null
}

/**
 * A series as it was known at a moment that only moves forward: a step function over the known time. Each period has the
 * value that was known last, so values of different periods belong to one state of the data. A period without any value so
 * far does not count; one whose value was withdrawn counts with NaN.
 */
export class AsOfSeries {
  #columns: KnownColumns
  /** When each row comes into effect; null as long as that follows from its known time. */
  #times: Float64Array | null = null
  readonly #delay: number
  readonly #lag: number | null
  readonly #forecasts: boolean
  /** The next row to become known. */
  #next = 0
  /** When it does; a field, so that asking costs one comparison. */
  #nextTime: number
  /** Rows in effect, by period. */
  readonly #rows: number[] = []
  /** When the last change came into effect. */
  #changedAt = NaN
  #rewrites = 0
  #leftOut = 0

  constructor(columns: KnownColumns, { delay = 0, forecasts = false, lag = null }: AsOfOptions = {}) {
    this.#lag = lag
    this.#columns = this.#dated(columns)
    this.#delay = delay
    this.#forecasts = forecasts
    this.#nextTime = this.#timeOf(0)
  }

  /** Moves to a time; one before the last changes nothing. */
  advance(time: number): void {
    while (this.#nextTime <= time) {
      this.#take(this.#next)
      this.#next += 1
      this.#nextTime = this.#timeOf(this.#next)
    }
  }

  /** Takes values that become known while it is read. They count from `time` on at the earliest. */
  append(columns: KnownColumns, time: number): void {
    const count = this.#columns.knownAt.length
    const joined = joinColumns(this.#columns, this.#dated(columns))
    const times = joined.knownAt.map((known, row) =>
      row < count ? this.#timeOf(row) : Math.max(known + this.#delay, time),
    )
    const rows = [...times.keys()]
    const toCome = rows.splice(this.#next)
    // What waits for a lag of years holds up nothing.
    if (this.#lag !== null) toCome.sort((a, b) => (times[a] as number) - (times[b] as number))
    const order = [...rows, ...toCome]
    this.#columns = pickRows(joined, order)
    this.#times = Float64Array.from(order, (row) => times[row] as number)
    this.#nextTime = this.#timeOf(this.#next)
  }

  /** When the last change came into effect, with the delay; NaN before the first. */
  get changedAt(): number {
    return this.#changedAt
  }

  /** How often a period that was not the last has changed, or any value has: what was read before may differ now. */
  get rewrites(): number {
    return this.#rewrites
  }

  /** Values that were known before their period ended, and did not count for that. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** Periods known. */
  get count(): number {
    return this.#rows.length
  }

  /** The value of the period `n` before the newest one; NaN if there is none. */
  ago(n: number): number {
    const row = this.#rows[this.#rows.length - 1 - n]
    return row === undefined ? NaN : (this.#columns.value[row] as number)
  }

  /** Whether the known time of the value of a period rests on an assumed delay. */
  isLagged(n: number): boolean {
    const row = this.#rows[this.#rows.length - 1 - n]
    return row !== undefined && qualityOf(this.#columns, row) === 'lagged'
  }

  /** Start of the period `n` before the newest one; NaN if there is none. */
  periodAgo(n: number): number {
    const row = this.#rows[this.#rows.length - 1 - n]
    return row === undefined ? NaN : (this.#columns.period[row] as number)
  }

  /** When the value of the newest period was known, without the delay; NaN if there is none. */
  get knownAt(): number {
    const row = this.#rows.at(-1)
    return row === undefined ? NaN : (this.#columns.knownAt[row] as number)
  }

  /** What the known time of the newest period's value rests on. */
  get quality(): KnownQuality | null {
    const row = this.#rows.at(-1)
    return row === undefined ? null : qualityOf(this.#columns, row)
  }

  #timeOf(row: number): number {
    const { knownAt } = this.#columns
    if (row >= knownAt.length) return Infinity
    return this.#times === null ? (knownAt[row] as number) + this.#delay : (this.#times[row] as number)
  }

  #isLate(row: number, current: number): boolean {
    return qualityOf(this.#columns, row) === 'lagged' && qualityOf(this.#columns, current) !== 'lagged'
  }

  #dated(columns: KnownColumns): KnownColumns {
    return this.#lag === null ? columns : withLag(columns, this.#lag)
  }

  #take(row: number): void {
    const { period, value, forecast } = this.#columns
    if (forecast[row] === 1 && !this.#forecasts) {
      this.#leftOut += 1
      return
    }
    const rows = this.#rows
    const start = period[row] as number
    const at = this.#placeOf(start)
    const isKnown = at < rows.length && period[rows[at] as number] === start
    if (!isKnown && Number.isNaN(value[row] as number)) return
    // A delay that is assumed too long puts no value over a later one.
    if (isKnown && this.#lag !== null && this.#isLate(row, rows[at] as number)) return
    // A value that is told late may have been known before the last one.
    if (!(this.#changedAt > this.#nextTime)) this.#changedAt = this.#nextTime
    if (isKnown || at < rows.length) this.#rewrites += 1
    if (isKnown) rows[at] = row
    else rows.splice(at, 0, row)
  }

  /** The first place whose period does not start before `start`. */
  #placeOf(start: number): number {
    const { period } = this.#columns
    const rows = this.#rows
    let low = 0
    let high = rows.length
    // Most often the newest period or the one after it.
    if (high === 0 || (period[rows[high - 1] as number] as number) < start) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((period[rows[middle] as number] as number) < start) low = middle + 1
      else high = middle
    }
    return low
  }
}
