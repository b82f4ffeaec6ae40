/** One row of the table: its place in the columns, and its number in the optimization. */
export interface ResultRow {
  readonly row: number
  readonly index: number
}
