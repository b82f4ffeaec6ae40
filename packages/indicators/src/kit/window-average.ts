import type { Part } from './part.ts'
import { freezeClass } from './freeze-class.ts'

/** The values of a window, for averages that sum up all of them. */
abstract class WindowAverage implements Part {
  protected readonly period: number
  readonly #values: Float64Array
  /** Index of the next value. */
  #next = 0
  #count = 0
  #savedNext = 0
  #savedCount = 0
  #savedValues: Float64Array | null = null

  constructor(period: number) {
    this.period = period
    this.#values = new Float64Array(period)
  }

  /** The average after one more value; null until there are enough values for the period. */
  next(value: number): number | null {
    const { period } = this
    this.#values[this.#next] = value
    this.#next = this.#next + 1 === period ? 0 : this.#next + 1
    if (this.#count < period) this.#count += 1
    return this.#count < period ? null : this.average(this.#values, this.#next === 0 ? period - 1 : this.#next - 1)
  }

  /** The average of a full window whose newest value is at index `newest`; older ones precede it, wrapping around. */
  protected abstract average(values: Float64Array, newest: number): number

  save(): void {
    this.#savedNext = this.#next
    this.#savedCount = this.#count
    this.#savedValues ??= new Float64Array(this.period)
    this.#savedValues.set(this.#values)
  }

  restore(): void {
    this.#next = this.#savedNext
    this.#count = this.#savedCount
    if (this.#savedValues) this.#values.set(this.#savedValues)
  }
}

/** Simple moving average: the sum of the window, from newest to oldest, divided by its length. */
export class Sma extends WindowAverage {
  protected override average(values: Float64Array, newest: number): number {
    let sum = values[newest] as number
    for (let i = newest - 1; i >= 0; i--) sum += values[i] as number
    for (let i = values.length - 1; i > newest; i--) sum += values[i] as number
    return sum / values.length
  }
}

/** Weighted moving average: weights fall linearly from the window length for the newest value to 1 for the oldest. */
export class Wma extends WindowAverage {
  protected override average(values: Float64Array, newest: number): number {
    const { period } = this
    let weight = period
    let sum = (values[newest] as number) * period
    for (let i = newest - 1; i >= 0; i--) sum += (values[i] as number) * --weight
    for (let i = period - 1; i > newest; i--) sum += (values[i] as number) * --weight
    return (2 * sum) / (period * (period + 1))
  }
}

freezeClass(WindowAverage)
freezeClass(Sma)
freezeClass(Wma)
