import type { Part } from './part.ts'
import { Wilder } from './wilder.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * Wilder's relative strength index: 100 times the average rise divided by the sum of average rise and fall; 0 if
 * nothing moves.
 */
export class Strength implements Part {
  readonly #rises: Wilder
  readonly #falls: Wilder

  constructor(period: number) {
    this.#rises = new Wilder(period)
    this.#falls = new Wilder(period)
  }

  /** The index after one more change; null until there are enough changes for the period. */
  next(change: number): number | null {
    const up = this.#rises.next(Math.max(change, 0))
    const down = this.#falls.next(Math.max(-change, 0))
    if (up === null || down === null) return null
    return up + down === 0 ? 0 : (100 * up) / (up + down)
  }

  save(): void {
    this.#rises.save()
    this.#falls.save()
  }

  restore(): void {
    this.#rises.restore()
    this.#falls.restore()
  }
}

freezeClass(Strength)
