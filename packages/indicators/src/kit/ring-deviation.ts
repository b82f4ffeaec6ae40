/** Rounds to a whole number, as in `ring.ts`. */
const WHOLE = 1.5 * 2 ** 52
/** The numbers have no decimal unit in which their squares can be summed without rounding. */
const NO_GRAIN = -1
const FINEST_GRAIN = 1e8

/**
 * What a full ring keeps for its standard deviation. Prices are decimal numbers with few digits: in the coarsest unit in
 * which all of them are whole, the grain, the squares of their distances from one of them can be summed without
 * rounding. Other numbers have no such unit.
 */
export class RingDeviation {
  readonly #size: number
  /** Decimal unit; `NO_GRAIN` if there is none, NaN until it has been determined. */
  grain = NaN
  /** In units of the grain: one of the numbers, the maximum distance of others from it, and the sums of distances. */
  base = 0.5
  readonly reach: number
  sum = 0.5
  squares = 0.5
  #savedGrain = NaN
  #savedBase = 0.5
  #savedSum = 0.5
  #savedSquares = 0.5

  constructor(size: number) {
    this.#size = size
    this.reach = Math.floor(2 ** 26 / size)
  }

  /** Adds a number to the sums, and removes the one it replaced. `values` are those of the ring with the new number. */
  push(value: number, old: number, values: Float64Array): void {
    const { grain, base } = this
    if (!(grain > 0)) return
    const whole = value * grain + WHOLE - WHOLE
    const distance = whole - base
    // Both are false if the number is NaN.
    if (Math.abs(distance) <= this.reach && whole / grain === value) {
      const before = old * grain + WHOLE - WHOLE - base
      this.sum += distance - before
      this.squares += distance * distance - before * before
    } else this.chooseGrain(values, value)
  }

  /** The deviation of numbers that have a grain. */
  exact(): number {
    const size = this.#size
    return Math.sqrt(size * this.squares - this.sum * this.sum) / (size * this.grain)
  }

  /** Lets numbers that had no grain look for one again. */
  retry(): void {
    if (this.grain === NO_GRAIN) this.grain = NaN
  }

  save(): void {
    this.#savedGrain = this.grain
    this.#savedBase = this.base
    this.#savedSum = this.sum
    this.#savedSquares = this.squares
  }

  restore(): void {
    this.grain = this.#savedGrain
    this.base = this.#savedBase
    this.sum = this.#savedSum
    this.squares = this.#savedSquares
  }

  /** `newest`: the last number pushed to the full ring. */
  chooseGrain(values: Float64Array, newest: number): void {
    this.grain = NO_GRAIN
    for (let grain = 1; grain <= FINEST_GRAIN; grain *= 10) {
      if (!areWholeIn(grain, values)) continue
      const base = newest * grain + WHOLE - WHOLE
      let sum = 0
      let squares = 0
      for (let i = 0; i < values.length; i++) {
        const distance = (values[i] as number) * grain + WHOLE - WHOLE - base
        if (Math.abs(distance) > this.reach) return
        sum += distance
        squares += distance * distance
      }
      this.grain = grain
      this.base = base
      this.sum = sum
      this.squares = squares
      return
    }
  }
}

function areWholeIn(grain: number, values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (!(Math.abs(value * grain) < 2 ** 50) || (value * grain + WHOLE - WHOLE) / grain !== value) return false
  }
  return true
}
