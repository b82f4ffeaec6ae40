import type { Part } from './part.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * Wilder's smoothing, seeded with the simple average of its first values; each later value is weighted with 1 / period.
 */
export class Wilder implements Part {
  readonly #period: number
  #count = 0
  #sum = 0.5
  #last = NaN
  #savedCount = 0
  #savedSum = 0.5
  #savedLast = NaN

  constructor(period: number) {
    this.#period = period
    this.#sum = 0
  }

  /** The average after one more value; null until there are enough values for the period. */
  next(value: number): number | null {
    const period = this.#period
    if (this.#count === period) return (this.#last = (this.#last * (period - 1) + value) / period)
    this.#count += 1
    this.#sum += value
    return this.#count === period ? (this.#last = this.#sum / period) : null
  }

  /**
   * `next` for rows `from` to `to` (exclusive) of a column; writes the averages to another column starting at `at`.
   * Returns how many of the rows have none.
   */
  nextAll(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number {
    const period = this.#period
    const without = Math.min(to - from, Math.max(0, period - 1 - this.#count))
    const offset = at - from
    let row = from
    while (row < to && this.#count < period) {
      into[row + offset] = this.next(source[row] as number) ?? NaN
      row += 1
    }
    let last = this.#last
    for (; row < to; row++) {
      last = (last * (period - 1) + (source[row] as number)) / period
      into[row + offset] = last
    }
    this.#last = last
    return without
  }

  save(): void {
    this.#savedCount = this.#count
    this.#savedSum = this.#sum
    this.#savedLast = this.#last
  }

  restore(): void {
    this.#count = this.#savedCount
    this.#sum = this.#savedSum
    this.#last = this.#savedLast
  }
}

freezeClass(Wilder)
