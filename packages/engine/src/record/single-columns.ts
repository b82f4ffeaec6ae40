import type { MakeColumn } from './column-pool.ts'

/**
 * Columns of a single value, each made once: many fields of most runs have one, such as costs without a model, and memory
 * that is neither written nor read again saves a fifth of the time that a result takes. Nobody may write to columns of
 * a result.
 */
export class SingleColumns {
  readonly #made = new Map<number, Float64Array>()
  readonly #length: number
  readonly #make: MakeColumn

  constructor(length: number, make: MakeColumn) {
    this.#length = length
    this.#make = make
  }

  /** Columns of -0 would be those of 0. */
  of(value: number): Float64Array {
    const known = this.#made.get(value)
    if (known !== undefined) return known
    const column = this.#make(this.#length).fill(value === value ? value : NaN)
    this.#made.set(value, column)
    return column
  }

  has(column: Float64Array): boolean {
    return column.length > 0 && this.#made.get(column[0] as number) === column
  }
}
