import type { Terminal } from '../terminal.ts'
import type { FoundRows } from './found-rows.ts'
import { luckLines } from './luck-lines.ts'
import { summaryLines } from './summary-lines.ts'
import { tableColumns } from './table-columns.ts'
import { textTable } from './text-table.ts'

export interface ListedRows {
  readonly maxRows: number
  /** Whether rows that traded exactly like an earlier one are listed, too. */
  readonly duplicates: boolean
}

const LABEL_WIDTH = 12

/** Prints the best rows as a table, what they are, and how much of the best one is luck. */
export function printOptimization(found: FoundRows, { maxRows, duplicates }: ListedRows, terminal: Terminal): void {
  const { ranked, objectives, luck } = found
  const rows = duplicates ? ranked : ranked.filter(({ duplicateOf }) => duplicateOf === null)
  const { lines, leftOut } = textTable(
    tableColumns(rows.slice(0, maxRows), objectives),
    terminal.stdout.columns ?? Infinity,
  )
  for (const line of lines) terminal.out(`${line}\n`)
  if (rows.length > maxRows)
    terminal.out(`… and ${rows.length - maxRows} more: --rows prints more of them, --csv writes all\n`)
  if (leftOut.length > 0) terminal.out(`No room for ${leftOut.join(', ')}: --csv writes all columns\n`)
  terminal.out('\n')
  for (const [label, text] of summaryLines(found, duplicates)) terminal.out(`${label.padEnd(LABEL_WIDTH)}${text}\n`)
  terminal.out('\n')
  for (const line of luckLines(luck)) terminal.out(`${line}\n`)
}
