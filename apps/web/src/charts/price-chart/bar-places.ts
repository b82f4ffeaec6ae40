import { barIndexAt, type PriceRow, rowTime } from './price-bars.ts'

/**
 * Turns times into places on the axis and back. A place is the index of a bar, fractions included; beyond the first and
 * the last bar, bars of the interval continue.
 */
export class BarPlaces {
  readonly #rows: readonly PriceRow[]
  readonly #ms: number
  readonly #isUneven: boolean

  /** `isUneven`: the rows are bricks, each of which lasts until the next one. */
  constructor(rows: readonly PriceRow[], ms: number, isUneven: boolean) {
    this.#rows = rows
    this.#ms = ms
    this.#isUneven = isUneven
  }

  timeAt(index: number): number {
    const whole = Math.min(Math.max(0, Math.floor(index)), this.#rows.length - 1)
    const ms = index < 0 ? this.#ms : this.#msOf(whole)
    return this.#startOf(whole) + (index - whole) * ms
  }

  placeOf(time: number): number {
    const index = barIndexAt(this.#rows, time)
    if (index < 0) return (time - this.#startOf(0)) / this.#ms
    const place = index + (time - this.#startOf(index)) / this.#msOf(index)
    // A bar ends before the next one starts where the market was closed.
    return index === this.#rows.length - 1 ? place : Math.min(index + 1, place)
  }

  #startOf(index: number): number {
    return rowTime(this.#rows[index] ?? [])
  }

  #msOf(index: number): number {
    const next = this.#isUneven ? this.#rows[index + 1] : undefined
    return next === undefined ? this.#ms : rowTime(next) - this.#startOf(index)
  }
}
