import type { RowIndex } from '@tradeloom/domain'

import type { Kernel } from '../kernel.ts'
import { runBars } from './bar-loop.ts'
import type { Loop, RowProgress, RowRange } from './loop.ts'
import { QuietRange } from './fast/quiet-range.ts'
import { runTicks } from './tick-loop.ts'

/** Loops of this many rows are compiled well; much longer ones run in a slower mode of the JavaScript engine. */
const CHUNK = 2_048

/** One market: its rows in order. */
export class SingleLoop implements Loop {
  readonly #kernel: Kernel
  readonly #range: RowRange
  readonly #quietRange = new QuietRange()
  #row: RowIndex
  readonly #to: RowIndex

  constructor(kernel: Kernel, range: RowRange) {
    this.#kernel = kernel
    this.#range = range
    this.#row = range.from
    this.#to = range.to
  }

  get rows(): number {
    return this.#to - this.#range.from
  }

  get done(): number {
    return this.#row - this.#range.from
  }

  step(maxRows: number): void {
    const { market } = this.#range
    const run = market.rows.kind === 'tick' ? runTicks : runBars
    const last = Math.min(this.#to, this.#row + maxRows)
    while (this.#row < last) {
      const next = Math.min(last, this.#row + CHUNK) as RowIndex
      run(this.#kernel, market, this.#quietRange, this.#row, next)
      this.#row = next
    }
  }

  progressOf(): RowProgress {
    return { first: this.#range.from, next: this.#row }
  }
}
