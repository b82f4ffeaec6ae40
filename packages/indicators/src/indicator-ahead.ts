import type { OhlcColumns } from '@tradeloom/domain'

import { columnFillOf } from './column-fill-of.ts'
import { BLOCK_ROWS, type ColumnFill } from './columns/column-fill.ts'
import type { IndicatorDefinition } from './definition.ts'
import { LARGEST } from './value-history.ts'

/** How many bars have finished by now. Only values of these are given. */
export interface FinishedBars {
  readonly count: number
}

/** A constant of our own: the global one is looked up each time. */
const NONE = NaN
const REACH = LARGEST

/**
 * An indicator over bars that are known before they finish. It computes its values in blocks and gives those of bars that
 * have finished: as many, and exactly the same, as an `IndicatorInstance` that takes bar by bar.
 */
export class IndicatorAhead {
  /** One per output. */
  readonly histories: readonly AheadHistory[]
  readonly #fill: ColumnFill
  readonly #bars: OhlcColumns
  readonly #columns: readonly Float64Array[]

  /** For one series only. The arguments must have been checked. */
  constructor(
    definition: IndicatorDefinition,
    args: readonly (number | undefined)[],
    bars: OhlcColumns,
    finished: FinishedBars,
  ) {
    this.#bars = bars
    this.#fill = columnFillOf(definition, args, bars)
    this.histories = definition.outputs.map(() => new AheadHistory(finished, bars.time.length))
    this.#columns = this.histories.map(({ values }) => values)
  }

  /** Computes the block that begins with bar `from`; to be called for one after the other. */
  fill(from: number): void {
    const to = Math.min(this.#bars.time.length, from + BLOCK_ROWS)
    // Blocks lie in one piece, because the memory of a history is a multiple of theirs.
    this.#fill(from, to, this.#columns, from & (this.histories[0] as AheadHistory).mask)
  }
}

/**
 * Values of one output by bars back, as far back as a `ValueHistory` goes. Fields are plain and `at` is short, because
 * handlers call it several times a bar, and the machine compiles only so much into one function.
 */
export class AheadHistory {
  readonly values: Float64Array
  /** Length less 1; lengths are powers of two. */
  readonly mask: number
  readonly finished: FinishedBars

  constructor(finished: FinishedBars, bars: number) {
    let length = BLOCK_ROWS
    // Room for the block that lies ahead, besides the values that can be asked for.
    while (length < bars && length < 2 * LARGEST) length *= 2
    this.values = new Float64Array(length)
    this.mask = length - 1
    this.finished = finished
  }

  /** Value `k` finished bars back; NaN where there is none, or none any more. */
  at(k: number): number {
    const { count } = this.finished
    if (!(k >= 0 && k < count && k < REACH)) return NONE
    return this.values[(count - 1 - k) & this.mask] as number
  }
}
