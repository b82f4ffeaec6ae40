import type { EquityPoints } from '@tradeloom/metrics'

/** The column separator; null if the cells were not separated by one. */
export type Separator = ',' | ';' | '\t' | null

/** Rows of a file: columns by name, and the place of each row for messages. */
export interface Table {
  readonly file: string
  readonly separator: Separator
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  /** Equity at the ends of days beside the thinned curve of a backtest; null if its result lacks them. */
  readonly days?: EquityPoints | null
}

export interface Row {
  /** `trades.csv:17` or `trades.json, entry 16`. */
  readonly place: string
  /** One cell per column; empty if there is no value. */
  readonly cells: readonly string[]
}

/** More would not fit into memory along with everything computed from them. */
export const MAX_ROWS = 1_000_000
