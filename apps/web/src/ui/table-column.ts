import type { ReactNode } from 'react'

export type SortValue = number | string | null

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  /** For screen readers when the header is not text. */
  readonly label?: string
  /** What the header means, shown on hover. */
  readonly hint?: string
  readonly width: number
  readonly isNumber?: boolean
  /** What the column is sorted by; without it the column is not sortable. Null comes last in both directions. */
  readonly value?: (row: Row) => SortValue
  readonly cell: (row: Row) => ReactNode
  /** Where the `value` is in the answers of the API; see `rawFigure`. */
  readonly field?: (row: Row) => string
  readonly pin?: 'left' | 'right'
  /** Where it stands on the cards of narrow screens; without it below, with its header. */
  readonly card?: 'title' | 'lead' | 'action'
}
