import type { MarkedRow } from './marked-row.ts'
import { rowColumns } from './row-columns.ts'

/** All rows as CSV with a header. */
export function csvOfRows(rows: readonly MarkedRow[]): string {
  const columns = rowColumns(rows)
  const lines = rows.map((row) => columns.map(({ valueOf }) => cellOf(valueOf(row))).join())
  return `${[columns.map(({ name }) => name).join(), ...lines].join('\n')}\n`
}

/** A message of several lines becomes one: a line is a row. */
function cellOf(value: number | string | boolean | null | undefined): string {
  const text = String(value ?? '').replaceAll(/\s+/g, ' ')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
