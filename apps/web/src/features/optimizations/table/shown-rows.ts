import type { OptimizationRows } from '../rows/optimization-rows.ts'

/** Rows that the table lists: those that are brushed in the charts, and no duplicates unless they are wanted. */
export function shownRows(rows: OptimizationRows, brushed: Uint8Array | null, hasDuplicates: boolean): Uint32Array {
  const shown = new Uint32Array(rows.count)
  let count = 0
  for (let row = 0; row < rows.count; row++) {
    if (brushed !== null && brushed[row] === 0) continue
    if (!hasDuplicates && (rows.duplicateOf[row] ?? -1) >= 0) continue
    shown[count++] = row
  }
  return shown.subarray(0, count)
}
