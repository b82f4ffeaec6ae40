import type { OhlcColumns } from '@tradeloom/domain'

import { columnFillOf } from './column-fill-of.ts'
import { BLOCK_ROWS, type ColumnFill } from './columns/column-fill.ts'
import type { IndicatorDefinition } from './definition.ts'
import { keptColumns, type KeptColumns } from './kept-columns.ts'
import { LARGEST } from './value-history.ts'

/** A local constant: the global one is looked up on every access. */
const NONE = NaN
/** How far back values can be read. */
const REACH = LARGEST
/** Room for this many values at first: few scripts read farther back, and a short column stays in the processor's cache. */
const FIRST_LENGTH = 4 * BLOCK_ROWS
const LAST_LENGTH = 2 * LARGEST

/**
 * An indicator over bars that are known in advance. It computes its values in blocks and returns those of finished
 * bars, exactly as an `IndicatorInstance` does bar by bar. From the second run over the same bars on, the values are kept for
 * the next ones.
 */
export class IndicatorAhead {
  /** One per output. */
  readonly histories: readonly AheadHistory[]
  readonly #definition: IndicatorDefinition
  readonly #args: readonly (number | undefined)[]
  readonly #bars: OhlcColumns
  readonly #kept: KeptColumns | null
  #fill: ColumnFill | null = null
  #length = FIRST_LENGTH
  /** Number of bars whose values have been computed here. */
  #filled = 0

  /** For indicators of one series. The arguments must have been checked. */
  constructor(definition: IndicatorDefinition, args: readonly (number | undefined)[], bars: OhlcColumns) {
    this.#definition = definition
    this.#args = args
    this.#bars = bars
    const kept = keptColumns(bars, keyOf(definition, args), definition.outputs.length)
    this.#kept = kept
    const makeRoom = (k: number) => this.#makeRoom(k)
    this.histories = definition.outputs.map((_, output) => new AheadHistory(makeRoom, kept?.columns[output] ?? null))
  }

  /** Computes the block that starts at bar `from`; call it for each block in order. */
  fill(from: number): void {
    const kept = this.#kept
    if (kept === null) {
      // A block never wraps around, because the length is a multiple of that of a block.
      const columns = this.histories.map(({ values }) => values)
      this.#compute(from, columns, from & (this.#length - 1))
      return
    }
    if (kept.filled > from) return
    // What an earlier run has computed is computed again, as each block depends on the one before.
    for (let block = this.#filled; block <= from; block += BLOCK_ROWS) this.#compute(block, kept.columns, block)
    kept.filled = this.#filled
  }

  #compute(from: number, into: readonly Float64Array[], at: number): void {
    this.#fill ??= columnFillOf(this.#definition, this.#args, this.#bars)
    this.#fill(from, Math.min(this.#bars.time.length, from + BLOCK_ROWS), into, at)
    this.#filled = from + BLOCK_ROWS
  }

  /** Makes the values `k` bars back available, by computing all of them again. */
  #makeRoom(k: number): void {
    while (k >= reachOf(this.#length)) this.#length = Math.min(4 * this.#length, LAST_LENGTH)
    for (const history of this.histories) history.resize(this.#length)
    this.#fill = null
    const filled = this.#filled
    for (let from = 0; from < filled; from += BLOCK_ROWS) this.fill(from)
  }
}

/** Two uses of an indicator with the same key have the same values. */
function keyOf({ key, parameters }: IndicatorDefinition, args: readonly (number | undefined)[]): string {
  return [key, ...parameters.map(({ defaultValue }, i) => args[i] ?? defaultValue)].join(' ')
}

/** Up to a block of the values belongs to bars that have not finished. */
function reachOf(length: number): number {
  return length < LAST_LENGTH ? length - BLOCK_ROWS : REACH
}

/**
 * Values of one output by bars back, as far back as in a `ValueHistory`. Fields are plain and `at` is short, because
 * handlers call it several times per bar and the JIT compiler limits how much it inlines.
 */
export class AheadHistory {
  /** The value of the last finished bar; NaN where there is none. */
  last = NaN
  values: Float64Array
  /** Length minus 1, which is a power of two; all bits for a whole column. */
  mask: number
  /** Values at least this far back may have been overwritten. */
  reach: number
  /** The last finished bar; -1 before the first. Later values are never returned. */
  index = -1
  readonly #makeRoom: (k: number) => void

  /** `whole`: a column of all bars; null to keep only the last values. */
  constructor(makeRoom: (k: number) => void, whole: Float64Array | null) {
    this.values = whole ?? new Float64Array(FIRST_LENGTH)
    this.mask = whole === null ? FIRST_LENGTH - 1 : -1
    this.reach = whole === null ? reachOf(FIRST_LENGTH) : REACH
    this.#makeRoom = makeRoom
  }

  /** The value `k` finished bars back; NaN if there is none or it is no longer stored. */
  at(k: number): number {
    const { index } = this
    if (!(k >= 0 && k <= index && k < this.reach)) return this.farther(k)
    return this.values[(index - k) & this.mask] as number
  }

  /** Call it when bar `index` has finished. */
  turn(index: number): void {
    this.index = index
    this.last = this.values[index & this.mask] as number
  }

  resize(length: number): void {
    this.values = new Float64Array(length)
    this.mask = length - 1
    this.reach = reachOf(length)
  }

  /** Where a value is far back, or missing. Not private: a call of a private method takes twice the bytecode. */
  farther(k: number): number {
    if (!(k >= this.reach && k <= this.index && k < REACH)) return NONE
    this.#makeRoom(k)
    return this.at(k)
  }
}
