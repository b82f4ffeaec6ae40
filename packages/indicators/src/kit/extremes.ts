/** A constant of our own: the global one is looked up each time. */
const NONE = NaN

/** Highest and lowest number of a ring; NaN stands for 'not asked for' and for 'to be searched again'. */
export class Extremes {
  #highest = NaN
  #lowest = NaN
  #savedHighest = NaN
  #savedLowest = NaN

  /** Takes a number in and the one out whose place it took. */
  push(value: number, old: number): void {
    if (value >= this.#highest) this.#highest = value
    else if (old === this.#highest) this.#highest = NONE
    if (value <= this.#lowest) this.#lowest = value
    else if (old === this.#lowest) this.#lowest = NONE
  }

  /** Of the first `count` values; NaN when there are none. */
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
