import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'
import type { ParsedFile, ParsedRows } from './parsed-rows.ts'

/** How the rows of one file are read, decided from its first rows. */
export interface RowParser {
  readonly sink: ParsedRows
  /** Rows with fewer cells are bad. */
  readonly width: number
  /** Rows at the top that are not data. */
  readonly headerRows: number
  /** Reads one row; bad rows are rejected. */
  readonly read: (cells: readonly string[], line: number) => void
  /** The column of dates whose order of day and month has yet to be found in the file. */
  readonly openDates?: number
  /** Why no row was read, if the rows were good. */
  readonly whyEmpty?: () => string | null
}

/** Decides from the first rows; throws ImportError if they are of another format. */
export type MakeRowParser = (sample: Sample, file: TextFile, context: ReadContext) => RowParser

/** The first rows of a file. */
export interface Sample {
  readonly rows: readonly (readonly string[])[]
  /** The line of each, from 1. */
  readonly lines: readonly number[]
  /** What separates the cells; nothing does in JSON. */
  readonly delimiter?: string
}

/** Ends a file. If all rows are bad, the format is wrong. */
export function finishRows(plan: RowParser, file: TextFile, context: ReadContext): ParsedFile {
  const { rows, bad } = plan.sink
  if (rows === 0 || bad > rows) {
    const first = context.problems.list.find((problem) => problem.file === file.name && problem.severity === 'error')
    if (first)
      throw new ImportError(`${first.message} (this does not look like the right format)`, file.name, first.line)
    throw new ImportError(plan.whyEmpty?.() ?? 'the file has no rows', file.name)
  }
  return plan.sink.finish()
}

export function storeRow(plan: RowParser, cells: readonly string[], line: number): void {
  if (cells.length >= plan.width) plan.read(cells, line)
  else plan.sink.reject('badRow', line, `${cells.length} cells where ${plan.width} are needed`)
}
