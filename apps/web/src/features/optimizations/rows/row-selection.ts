import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { OptimizationRows } from './optimization-rows.ts'
import { type RowColumn, rowColumn } from './row-column.ts'

/** Rows whose number lies within a range, both ends included. */
export interface RowCondition {
  readonly column: RowColumn
  readonly from: number
  readonly to: number
}

interface RowSelectionState {
  /** A row has to fulfill all of them; none of them is brushed if there are none. One at most for each column. */
  readonly conditions: readonly RowCondition[]
  /** Index of the row under the pointer or the focus, in a chart or in the table. */
  readonly highlighted: number | null
}

/** What charts and table show together. Reading one part renders only when that part changes. */
export type RowSelection = UseBoundStore<StoreApi<RowSelectionState>>

/** Keep it in a `useState` of the page. */
export function createRowSelection(): RowSelection {
  return create<RowSelectionState>(() => ({ conditions: [], highlighted: null }))
}

/** Replaces the conditions of the columns named. */
export function brush(
  selection: RowSelection,
  columns: readonly RowColumn[],
  conditions: readonly RowCondition[],
): void {
  const others = selection.getState().conditions.filter(({ column }) => !columns.includes(column))
  selection.setState({ conditions: [...others, ...conditions] })
}

export function highlight(selection: RowSelection, highlighted: number | null): void {
  if (selection.getState().highlighted !== highlighted) selection.setState({ highlighted })
}

/** 1 for each row that fulfills all conditions; null if there are none, so that every row counts. */
export function brushedRows(rows: OptimizationRows, conditions: readonly RowCondition[]): Uint8Array | null {
  if (conditions.length === 0) return null
  const brushed = new Uint8Array(rows.count).fill(1)
  for (const { column, from, to } of conditions) {
    const read = rowColumn(rows, column)
    for (let row = 0; row < rows.count; row++) {
      const value = read(row)
      if (!(value >= from && value <= to)) brushed[row] = 0
    }
  }
  return brushed
}
