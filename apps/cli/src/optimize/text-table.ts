export interface TextColumn {
  /** Wrapped between words. */
  readonly title: string
  readonly cells: readonly string[]
  readonly isText?: boolean
  /** A table that is too wide loses its columns with the highest number first; those without one stay. */
  readonly spare?: number
}

export interface TextTable {
  readonly lines: readonly string[]
  /** Titles of columns that had no room. */
  readonly leftOut: readonly string[]
}

const GAP = '  '
const MAX_TITLE_WIDTH = 12

/** Columns side by side, numbers to the right, in the width of a screen as far as its spare columns allow. */
export function textTable(columns: readonly TextColumn[], width: number): TextTable {
  const shown = fitting(columns.map(laidOut), width)
  const line = (texts: readonly string[]): string =>
    shown
      .map(({ isText, width: size }, k) => (isText ? (texts[k] ?? '').padEnd(size) : (texts[k] ?? '').padStart(size)))
      .join(GAP)
      .trimEnd()
  const height = Math.max(...shown.map(({ titles }) => titles.length))
  const head = Array.from({ length: height }, (_, row) =>
    line(shown.map(({ titles }) => titles[row - height + titles.length] ?? '')),
  )
  const body = (columns[0]?.cells ?? []).map((_, row) => line(shown.map(({ cells }) => cells[row] ?? '')))
  const titles = new Set(shown.map(({ title }) => title))
  return { lines: [...head, ...body], leftOut: columns.map(({ title }) => title).filter((title) => !titles.has(title)) }
}

interface LaidOutColumn extends TextColumn {
  readonly titles: readonly string[]
  readonly width: number
}

function laidOut(column: TextColumn): LaidOutColumn {
  const cellWidth = Math.max(0, ...column.cells.map((cell) => cell.length))
  const half = Math.ceil(column.title.length / 2) + 1
  const titles = wrapped(column.title, Math.max(cellWidth, Math.min(half, MAX_TITLE_WIDTH)))
  return { ...column, titles, width: Math.max(cellWidth, ...titles.map((line) => line.length)) }
}

function fitting(columns: readonly LaidOutColumn[], width: number): readonly LaidOutColumn[] {
  const total = columns.reduce((sum, column) => sum + column.width + GAP.length, -GAP.length)
  const spare = Math.max(...columns.map((column) => column.spare ?? 0))
  if (total <= width || spare === 0) return columns
  return fitting(
    columns.filter((column) => column.spare !== spare),
    width,
  )
}

function wrapped(title: string, width: number): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
