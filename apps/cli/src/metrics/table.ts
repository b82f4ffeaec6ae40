/** What stands between the cells of a row; null: they were told one by one. */
export type Separator = ',' | ';' | '\t' | null

/** Rows of a file as the user wrote it: columns by name, and where each row stands, for messages. */
export interface Table {
  readonly file: string
  readonly separator: Separator
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

export interface Row {
  /** `trades.csv:17` or `trades.json, entry 16`. */
  readonly place: string
  /** One cell per column; an empty text where there is nothing. */
  readonly cells: readonly string[]
}

/** More would not fit into memory with all that is computed from them. */
export const MAX_ROWS = 1_000_000
