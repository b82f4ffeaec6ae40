import { Ema } from './ema.ts'
import type { Part } from './part.ts'
import { freezeClass } from './freeze-class.ts'

/** An exponential moving average of an exponential moving average. */
export class DoubleEma implements Part {
  readonly #first: Ema
  readonly #second: Ema

  constructor(first: number, second: number) {
    this.#first = new Ema(first)
    this.#second = new Ema(second)
  }

  /** The average after one more value; null until both have one. */
  next(value: number): number | null {
    const once = this.#first.next(value)
    return once === null ? null : this.#second.next(once)
  }

  save(): void {
    this.#first.save()
    this.#second.save()
  }

  restore(): void {
    this.#first.restore()
    this.#second.restore()
  }
}

freezeClass(DoubleEma)
