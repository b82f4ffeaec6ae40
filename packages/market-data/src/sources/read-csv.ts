import { SourceError } from './source-error.ts'

/** Each row by its header. Cells may be quoted, and hold line breaks and doubled quotes then. */
export function readCsv(text: string, required: readonly string[]): ReadonlyMap<string, string>[] {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  if (!required.every((name) => header.includes(name)))
    throw new SourceError('unreadable', 'A table lacks a column that it should have')
  return rows.map((row) => {
    if (row.length !== header.length) throw new SourceError('unreadable', 'A row of a table is cut off')
    return new Map(header.map((name, at) => [name, row[at] ?? '']))
  })
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const match = CELL.exec(text)
    if (match === null) throw new SourceError('unreadable', 'A table is no CSV')
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    const isLast = CELL.lastIndex >= text.length
    if (match[3] === ',' && isLast) row.push('')
    if (match[3] !== ',' || isLast) {
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
    }
  }
  return rows
}
