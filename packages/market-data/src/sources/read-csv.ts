import { setImmediate as others } from 'node:timers/promises'
import { SourceError } from './source-error.ts'

/** Rows after which other work of the server gets its turn: large tables take a second. */
const AT_ONCE = 2000

/** Each row by the names of its columns; an optional one that is absent is empty. Cells may be quoted. */
export async function readCsv<Name extends string>(
  text: string,
  required: readonly Name[],
  optional: readonly Name[] = [],
): Promise<Readonly<Record<Name, string>>[]> {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  const header: readonly string[] = rows.next().value ?? []
  if (!required.every((name) => header.includes(name)))
    throw new SourceError('unreadable', 'A table lacks a column that it should have')
  const places = [...required, ...optional].map((name) => [name, header.indexOf(name)] as const)
  const found: Record<Name, string>[] = []
  for (const cells of rows) {
    if (cells.length !== header.length) throw new SourceError('unreadable', 'A row of a table is cut off')
    const row = {} as Record<Name, string>
    for (const [name, at] of places) row[name] = cells[at] ?? ''
    found.push(row)
    if (found.length % AT_ONCE === 0) await others()
  }
  return found
}

function* rowsOf(text: string): Generator<string[], undefined> {
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf('\n', from)
    const end = feed < 0 ? text.length : feed
    const line = text.slice(from, end).replace(/\r$/, '')
    if (line.includes('"')) {
      const { cells, next } = quotedRow(text, from)
      yield cells
      from = next
      continue
    }
    if (line !== '') yield line.split(',')
    from = end + 1
  }
  return undefined
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** A row with quoted cells, which hold commas, line breaks and doubled quotes. */
function quotedRow(text: string, from: number): { cells: string[]; next: number } {
  const cells: string[] = []
  CELL.lastIndex = from
  for (;;) {
    const match = CELL.exec(text)
    if (match === null) throw new SourceError('unreadable', 'A table is not CSV')
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] !== ',') return { cells, next: CELL.lastIndex }
  }
}
