import type { IndicatorBar } from '../indicator-bar.ts'
import type { Part } from './part.ts'
import { trueRange } from './true-range.ts'
import { freezeClass } from './freeze-class.ts'

/**
 * Upward and downward movement and true range, each in Wilder's running sum (J. W. Wilder, "New Concepts in Technical
 * Trading Systems", 1978). The sums are seeded with the movements of the first period - 1 bars, which are then
 * smoothed.
 */
export class DirectionalMovement implements Part {
  readonly #bar: Readonly<IndicatorBar>
  readonly #period: number
  #now = new Sums()
  #saved = new Sums()

  constructor(bar: Readonly<IndicatorBar>, period: number) {
    this.#bar = bar
    this.#period = period
  }

  /** Adds the current bar; true once the sums contain a whole period of movements. */
  next(): boolean {
    const bar = this.#bar
    const now = this.#now
    if (now.count > 0) {
      const up = bar.high - now.high
      const down = now.low - bar.low
      const kept = now.count < this.#period ? 1 : 1 - 1 / this.#period
      now.plus = now.plus * kept + (up > down && up > 0 ? up : 0)
      now.minus = now.minus * kept + (down > up && down > 0 ? down : 0)
      now.range = now.range * kept + trueRange(bar, now.close)
    }
    now.count += 1
    now.high = bar.high
    now.low = bar.low
    now.close = bar.close
    return now.count > this.#period
  }

  /** Upward movement as a percentage of the true range. */
  get plus(): number {
    return percent(this.#now.plus, this.#now.range)
  }

  /** Downward movement as a percentage of the true range. */
  get minus(): number {
    return percent(this.#now.minus, this.#now.range)
  }

  /** The difference of both movements as a percentage of their sum. */
  get index(): number {
    const { plus, minus } = this.#now
    return percent(Math.abs(plus - minus), plus + minus)
  }

  save(): void {
    copy(this.#now, this.#saved)
  }

  restore(): void {
    copy(this.#saved, this.#now)
  }
}

class Sums {
  count = 0
  high = 0.5
  low = 0.5
  close = 0.5
  plus = 0
  minus = 0
  range = 0
}

function copy(from: Sums, to: Sums): void {
  to.count = from.count
  to.high = from.high
  to.low = from.low
  to.close = from.close
  to.plus = from.plus
  to.minus = from.minus
  to.range = from.range
}

function percent(movement: number, whole: number): number {
  return whole === 0 ? 0 : (100 * movement) / whole
}

freezeClass(DirectionalMovement)
