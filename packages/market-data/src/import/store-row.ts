import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'
import type { ParsedFile, ParsedRows } from './parsed-rows.ts'

/** How the rows of one file are understood, decided from its first rows. */
export interface RowParser {
  readonly sink: ParsedRows
  /** Fewer cells than this make a bad row. */
  readonly width: number
  /** Rows at the top that are no data. */
  readonly headerRows: number
  /** Takes one row; bad ones are rejected at the sink. */
  readonly read: (cells: readonly string[], line: number) => void
}

/** Decides from the first rows; throws ImportError when they are of another format. */
export type MakeRowParser = (sample: readonly (readonly string[])[], file: TextFile, context: ReadContext) => RowParser

/** Ends a file. Rows that are all bad mean another format. */
export function finishRows(plan: RowParser, file: TextFile, context: ReadContext): ParsedFile {
  const { rows, bad } = plan.sink
  if (rows === 0 || bad > rows) {
    const first = context.problems.list.find((problem) => problem.file === file.name && problem.severity === 'error')
    if (first)
      throw new ImportError(`${first.message} (this does not look like the right format)`, file.name, first.line)
    throw new ImportError('the file has no rows', file.name)
  }
  return plan.sink.finish()
}

export function storeRow(plan: RowParser, cells: readonly string[], line: number): void {
  if (cells.length >= plan.width) plan.read(cells, line)
  else plan.sink.reject('badRow', line, `${cells.length} cells where ${plan.width} are needed`)
}
