import type { ImportBudget } from './import-budget.ts'

const FIRST_ROWS = 4096
/** A file with more rows than this keeps the memory that it has filled; of smaller ones a copy is made. */
const COPIED_ROWS = 65_536

/** The memory in which the rows of one file are gathered; the same for one file after the other. */
export class RowBuffers {
  readonly budget: ImportBudget
  #columns: Float64Array[] = []

  constructor(budget: ImportBudget) {
    this.budget = budget
  }

  /** Columns with room for some rows; whoever took them before has `finish`ed, or failed. */
  begin(width: number): Float64Array[] {
    while (this.#columns.length < width) this.#columns.push(new Float64Array(this.#columns[0]?.length ?? FIRST_ROWS))
    return this.#columns.slice(0, width)
  }

  /** Twice the room; the columns given are not to be used any more. */
  grow(columns: readonly Float64Array[]): Float64Array[] {
    // The others would take memory for nothing.
    this.#columns = columns.map(
      (column) => new Float64Array((column.buffer as ArrayBuffer).transfer(column.byteLength * 2)),
    )
    return [...this.#columns]
  }

  /** The rows that were gathered, on their own. */
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
