import type { IndicatorBar } from '../indicator-bar.ts'
import type { Part } from './part.ts'
import { trueRange } from './true-range.ts'
import { Wilder } from './wilder.ts'
import { freezeClass } from './freeze-class.ts'

/** Wilder's average true range. The first bar has no true range, because it has no previous close. */
export class Atr implements Part {
  readonly #bar: Readonly<IndicatorBar>
  readonly #ranges: Wilder
  #close = NaN
  #savedClose = NaN

  constructor(bar: Readonly<IndicatorBar>, period: number) {
    this.#bar = bar
    this.#ranges = new Wilder(period)
  }

  /** Adds the current bar; null until there are enough true ranges for the period. */
  next(): number | null {
    const before = this.#close
    this.#close = this.#bar.close
    return Number.isNaN(before) ? null : this.#ranges.next(trueRange(this.#bar, before))
  }

  save(): void {
    this.#savedClose = this.#close
    this.#ranges.save()
  }

  restore(): void {
    this.#close = this.#savedClose
    this.#ranges.restore()
  }
}

freezeClass(Atr)
