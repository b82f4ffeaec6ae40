/** The value of a text, or its first problem; `line` counts from 1 and is null for a problem of the whole text. */
export type TableReading<Value> =
  | { readonly value: Value; readonly problem: null }
  | { readonly value: null; readonly problem: { readonly line: number | null; readonly message: string } }

/** Stops reading a table; caught by `readTable`. */
export class TableError extends Error {
  readonly line: number | null

  constructor(message: string, line: number | null) {
    super(message)
    this.line = line
  }
}

/**
 * Reads CSV text with this header: `row` receives the trimmed cells and line number of each nonempty line, and `end`
 * returns the value. Both throw TableError for invalid content.
 */
export function readTable<Value>(
  text: string,
  header: string,
  row: (cells: readonly string[], line: number) => void,
  end: () => Value,
): TableReading<Value> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  try {
    if (lines[0]?.replaceAll(' ', '').toLowerCase() !== header) throw new TableError(`the header is not ${header}`, 1)
    for (const [index, line] of lines.entries()) {
      if (index === 0 || line.trim() === '') continue
      row(
        line.split(',').map((cell) => cell.trim()),
        index + 1,
      )
    }
    return { value: end(), problem: null }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return { value: null, problem: { line: error.line, message: error.message } }
  }
}

/** NaN for an empty cell, which `Number` reads as zero. */
export function cellNumber(cell: string | undefined): number {
  return cell === undefined || cell === '' ? Number.NaN : Number(cell)
}
