import type { ImportBudget } from './import-budget.ts'

const FIRST_ROWS = 4096
/** Larger files keep the memory that they filled; smaller ones are copied. */
const COPIED_ROWS = 65_536

/** The memory for the rows of one file, reused for the next file. */
export class RowBuffers {
  readonly budget: ImportBudget
  #columns: Float64Array[] = []

  constructor(budget: ImportBudget) {
    this.budget = budget
  }

  /** Columns with room for some rows; the previous user must have called `finish` or failed. */
  begin(width: number): Float64Array[] {
    while (this.#columns.length < width) this.#columns.push(new Float64Array(this.#columns[0]?.length ?? FIRST_ROWS))
    return this.#columns.slice(0, width)
  }

  /** Doubles the room; the given columns must not be used afterwards. */
  grow(columns: readonly Float64Array[]): Float64Array[] {
    // Without this, the old columns would waste memory.
    this.#columns = columns.map(
      (column) => new Float64Array((column.buffer as ArrayBuffer).transfer(column.byteLength * 2)),
    )
    return [...this.#columns]
  }

  /** The gathered rows, as separate arrays. */
  finish(columns: readonly Float64Array[], rows: number): Float64Array[] {
    this.budget.addRows(rows, columns.length)
    if (rows > COPIED_ROWS) {
      this.#columns = []
      return columns.map((column) => column.subarray(0, rows))
    }
    const all = new Float64Array(rows * columns.length)
    return columns.map((column, index) => {
      const own = all.subarray(index * rows, (index + 1) * rows)
      own.set(column.subarray(0, rows))
      return own
    })
  }
}
