/** A row of a coverage page: a rule of the specification, where it lives, and the titles of its tests. */
export interface CoverageRow {
  readonly line: number
  readonly rule: string
  /** Empty for a rule without a test, whose cell begins with a dash and says why. */
  readonly tests: readonly string[]
}

const NO_TEST = /^[–-] ?\S/

/** The rows of all tables whose last column is named `test`; several titles are separated by `<br>`. */
export function coverageRows(page: string): CoverageRow[] {
  const rows: CoverageRow[] = []
  let isInTable = false
  for (const [index, line] of page.split('\n').entries()) {
    const cells = cellsOf(line)
    if (cells === null) isInTable = false
    else if (!isInTable) isInTable = /^test/i.test(cells.at(-1) ?? '')
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const last = cells.at(-1) ?? ''
      rows.push({ line: index + 1, rule: cells[0] ?? '', tests: NO_TEST.test(last) ? [] : titlesIn(last) })
    }
  }
  return rows
}

/** Null for a line outside of tables. */
function cellsOf(line: string): string[] | null {
  if (!line.startsWith('|')) return null
  const inner = line.trim().replace(/^\||\|$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function titlesIn(cell: string): string[] {
  return cell.split(/<br\s*\/?>/).map((title) => title.trim())
}

/** Whether one of the sources has a test of this title, written as a literal; escapes are undone in `sources`. */
export function hasTest(sources: string, title: string): boolean {
  return title !== '' && ["'", '"', '`'].some((quote) => sources.includes(`(${quote}${title}${quote}`))
}

/** Test sources in which titles can be searched: one text, without line breaks after brackets and without escapes. */
export function searchable(sources: readonly string[]): string {
  return sources
    .join('\n')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/\\(['"`])/g, '$1')
}
