import type { OhlcColumns } from '@tradeloom/domain'

import { columnFillOf } from './column-fill-of.ts'
import { BLOCK_ROWS, type ColumnFill } from './columns/column-fill.ts'
import type { IndicatorDefinition } from './definition.ts'
import { LARGEST } from './value-history.ts'

/** The number of bars finished so far; later values are never returned. */
export interface FinishedBars {
  readonly count: number
}

/** A local constant: the global one is looked up on every access. */
const NONE = NaN
const REACH = LARGEST

/**
 * An indicator over bars that are known in advance. It computes its values in blocks and returns those of finished
 * bars, exactly as an `IndicatorInstance` does bar by bar.
 */
export class IndicatorAhead {
  /** One per output. */
  readonly histories: readonly AheadHistory[]
  readonly #fill: ColumnFill
  readonly #bars: OhlcColumns
  readonly #columns: readonly Float64Array[]

  /** For indicators of one series. The arguments must have been checked. */
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

  /** Computes the block that starts at bar `from`; call it for each block in order. */
  fill(from: number): void {
    const to = Math.min(this.#bars.time.length, from + BLOCK_ROWS)
    // A block never wraps around, because the history's length is a multiple of the block length.
    this.#fill(from, to, this.#columns, from & (this.histories[0] as AheadHistory).mask)
  }
}

/**
 * Values of one output by bars back, as far back as in a `ValueHistory`. Fields are plain and `at` is short, because
 * handlers call it several times per bar and the JIT compiler limits how much it inlines.
 */
export class AheadHistory {
  readonly values: Float64Array
  /** Length minus 1; lengths are powers of two. */
  readonly mask: number
  readonly finished: FinishedBars

  constructor(finished: FinishedBars, bars: number) {
    let length = BLOCK_ROWS
    // Room for the current block in addition to the values that can be read.
    while (length < bars && length < 2 * LARGEST) length *= 2
    this.values = new Float64Array(length)
    this.mask = length - 1
    this.finished = finished
  }

  /** The value `k` finished bars back; NaN if there is none or it is no longer stored. */
  at(k: number): number {
    const { count } = this.finished
    if (!(k >= 0 && k < count && k < REACH)) return NONE
    return this.values[(count - 1 - k) & this.mask] as number
  }
}
