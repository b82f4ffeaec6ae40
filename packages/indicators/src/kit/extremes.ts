/** A local constant: the global one is looked up on every access. */
const NONE = NaN

/** Highest and lowest number of a ring; NaN means 'not requested' or 'must be searched again'. */
export class Extremes {
  #highest = NaN
  #lowest = NaN
  #savedHighest = NaN
  #savedLowest = NaN

  /** Adds a number and removes the one it replaces. */
  push(value: number, old: number): void {
    if (value >= this.#highest) this.#highest = value
    else if (old === this.#highest) this.#highest = NONE
    if (value <= this.#lowest) this.#lowest = value
    else if (old === this.#lowest) this.#lowest = NONE
  }

  /** Of the first `count` values; NaN if there are none. */
  highest(values: Float64Array, count: number): number {
    if (Number.isNaN(this.#highest)) {
      let highest = values[0] as number
      for (let at = 1; at < count; at++) if (!((values[at] as number) <= highest)) highest = values[at] as number
      this.#highest = count === 0 ? NONE : highest
    }
    return this.#highest
  }

  lowest(values: Float64Array, count: number): number {
    if (Number.isNaN(this.#lowest)) {
      let lowest = values[0] as number
      for (let at = 1; at < count; at++) if (!((values[at] as number) >= lowest)) lowest = values[at] as number
      this.#lowest = count === 0 ? NONE : lowest
    }
    return this.#lowest
  }

  save(): void {
    this.#savedHighest = this.#highest
    this.#savedLowest = this.#lowest
  }

  restore(): void {
    this.#highest = this.#savedHighest
    this.#lowest = this.#savedLowest
  }
}
