import type { Part } from './part.ts'

/**
 * Wilder's smoothing. It starts from the plain average of its first values; from then on each value weighs 1 / period.
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

  /** The average with one more value; null before there are as many values as the period. */
  next(value: number): number | null {
    const period = this.#period
    if (this.#count === period) return (this.#last = (this.#last * (period - 1) + value) / period)
    this.#count += 1
    this.#sum += value
    return this.#count === period ? (this.#last = this.#sum / period) : null
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

Object.freeze(Wilder.prototype)
Object.freeze(Wilder)
