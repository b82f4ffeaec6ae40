import type { Part } from './part.ts'
import { Ring } from './ring.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * Exponential moving average, seeded with the simple average of its first values; each later value is weighted with 2 /
 * (period + 1). With an exact start, the seed equals the result of decimal arithmetic.
 */
export class Ema implements Part {
  readonly #period: number
  readonly #weight: number
  #count = 0
  #sum = 0.5
  #last = NaN
  /** The first values, while an exact start needs them. */
  #first: Ring | null
  #savedCount = 0
  #savedSum = 0.5
  #savedLast = NaN

  constructor(period: number, start: 'plain' | 'exact' = 'plain') {
    this.#period = period
    this.#weight = 2 / (period + 1)
    this.#sum = 0
    this.#first = start === 'exact' ? new Ring(period) : null
  }

  /** The average after one more value; null until there are enough values for the period. */
  next(value: number): number | null {
    this.push(value)
    return this.#count === this.#period ? this.#last : null
  }

  /** Adds a value. */
  push(value: number): void {
    if (this.#count === this.#period) this.#last += this.#weight * (value - this.#last)
    else this.#begin(value)
  }

  /** The average; NaN until there are enough values for the period. */
  get value(): number {
    return this.#last
  }

  /**
   * `next` for rows `from` to `to` (exclusive) of a column; writes the averages to another column starting at `at`.
   * Returns how many of the rows have none.
   */
  nextAll(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number {
    const without = Math.min(to - from, Math.max(0, this.#period - 1 - this.#count))
    const offset = at - from
    let row = from
    while (row < to && this.#count < this.#period) {
      this.#begin(source[row] as number)
      into[row + offset] = this.#last
      row += 1
    }
    const weight = this.#weight
    let last = this.#last
    for (; row < to; row++) {
      last = last + weight * ((source[row] as number) - last)
      into[row + offset] = last
    }
    this.#last = last
    return without
  }

  #begin(value: number): void {
    this.#count += 1
    this.#sum += value
    this.#first?.push(value)
    if (this.#count === this.#period) this.#last = this.#first?.mean() ?? this.#sum / this.#period
  }

  save(): void {
    this.#savedCount = this.#count
    this.#savedSum = this.#sum
    this.#savedLast = this.#last
    // No longer needed once the average has been seeded.
    if (this.#count === this.#period) this.#first = null
    else this.#first?.save()
  }

  restore(): void {
    this.#count = this.#savedCount
    this.#sum = this.#savedSum
    this.#last = this.#savedLast
    this.#first?.restore()
  }
}

freezeClass(Ema)
