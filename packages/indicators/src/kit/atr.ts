import type { IndicatorBar } from '../indicator-bar.ts'
import type { Part } from './part.ts'
import { trueRange } from './true-range.ts'
import { Wilder } from './wilder.ts'

/** Wilder's average true range. The first bar has no true range, because there is no close before it. */
export class Atr implements Part {
  readonly #bar: Readonly<IndicatorBar>
  readonly #ranges: Wilder
  #close = NaN
  #savedClose = NaN

  constructor(bar: Readonly<IndicatorBar>, period: number) {
    this.#bar = bar
    this.#ranges = new Wilder(period)
  }

  /** Takes the present bar; null before there are as many true ranges as the period. */
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

Object.freeze(Atr.prototype)
Object.freeze(Atr)
