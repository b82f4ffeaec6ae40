import type { Part } from './part.ts'
import { Ring } from './ring.ts'
import { freezeClass } from './freeze-class.ts'

/** The value from a number of bars ago. */
export class Delay implements Part {
  readonly #bars: number
  readonly #values: Ring

  constructor(bars: number) {
    this.#bars = bars
    this.#values = new Ring(bars + 1)
  }

  /** Adds the value of the current bar and returns the one from `bars` bars ago; null until there is one. */
  next(value: number): number | null {
    this.#values.push(value)
    return this.#values.full ? this.#values.at(this.#bars) : null
  }

  save(): void {
    this.#values.save()
  }

  restore(): void {
    this.#values.restore()
  }
}

freezeClass(Delay)
