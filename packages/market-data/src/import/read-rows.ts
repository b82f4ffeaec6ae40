import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import { type DateCell, findDayOrder } from './day-order.ts'
import { isJson, readJsonRows } from './json-rows.ts'
import { isNoRow } from './note-line.ts'
import { finishRows, type MakeRowParser, type RowParser, storeRow } from './store-row.ts'
import type { TextFile } from './open-files.ts'
import type { ParsedFile } from './parsed-rows.ts'
import { type LineBatch, textLines } from './text-lines.ts'

const SAMPLE = 200
/** A time and two prices. */
const MIN_CELLS = 3
const DELIMITERS = ['\t', ';', ',', '|'] as const

/** Reads rows of cells, from delimited text or from a JSON array of arrays. */
export async function readRows(file: TextFile, context: ReadContext, makeParser: MakeRowParser): Promise<ParsedFile> {
  if (await isJson(file)) return readJsonRows(file, context, makeParser)
  let table: Table | null = null
  let ends: LastCells | null = null
  for await (const batch of textLines(file)) {
    if (!table) {
      table = await beginTable(batch, file, context, makeParser)
      if (!table) continue
      ends = lastCells()
    }
    const { plan, delimiter, headerLine, most } = table
    let number = batch.firstLine
    for (const line of batch.lines) {
      if (number > headerLine && !isNoRow(line)) {
        const cells = splitCells(line, delimiter)
        if (cells.length > most && cells.slice(most).some((cell) => cell.trim() !== ''))
          plan.sink.reject('badRow', number, `${cells.length} cells where the header has ${most}`)
        else if (batch.openEnd && !file.checked) checkEnd(plan, cells, number, file, ends as LastCells, context)
        else storeRow(plan, cells, number)
        ends?.add(cells.at(-1) ?? '')
      }
      number += 1
    }
    context.onRows(plan.sink.rows)
  }
  if (!table) throw new ImportError('the file is empty', file.name)
  return finishRows(table.plan, file, context)
}

/** How the rows of a file are read, known from its first lines. */
interface Table {
  readonly plan: RowParser
  readonly delimiter: string
  /** The line of the header; 0 if there is none. Blank lines and notes may precede it. */
  readonly headerLine: number
  /** Cells of the header, which no row may exceed. */
  readonly most: number
}

/** Null if the lines have no row. */
async function beginTable(
  batch: LineBatch,
  file: TextFile,
  context: ReadContext,
  makeParser: MakeRowParser,
): Promise<Table | null> {
  const numbered = batch.lines.map((text, index) => ({ text, line: batch.firstLine + index }))
  const first = numbered.filter(({ text }) => !isNoRow(text)).slice(0, SAMPLE)
  if (first.length === 0) return null
  const delimiter = sniffDelimiter(first.map(({ text }) => text))
  const rows = first.map(({ text }) => splitCells(text, delimiter))
  const sample = { rows, lines: first.map(({ line }) => line), delimiter }
  let plan = makeParser(sample, file, context)
  const headerLine = plan.headerRows === 0 ? 0 : (sample.lines[plan.headerRows - 1] ?? 0)
  if (plan.openDates !== undefined) {
    const dates = datesOf(file, { delimiter, headerLine, column: plan.openDates })
    const dayOrder = await findDayOrder(dates, file, context)
    plan = makeParser(sample, file, { ...context, mapping: { ...context.mapping, dayOrder } })
  }
  const most = plan.headerRows > 0 ? (sample.rows[0]?.length ?? 0) : Number.POSITIVE_INFINITY
  return { plan, delimiter, headerLine, most }
}

async function* datesOf(
  file: TextFile,
  { delimiter, headerLine, column }: { delimiter: string; headerLine: number; column: number },
): AsyncGenerator<DateCell> {
  for await (const { lines, firstLine } of textLines(file)) {
    for (const [index, text] of lines.entries()) {
      const line = firstLine + index
      if (line > headerLine && !isNoRow(text)) yield { text: splitCells(text, delimiter)[column] ?? '', line }
    }
  }
}

/** The last line has no line break. It may be complete; if it is truncated, or may be, the file is refused. */
function checkEnd(
  plan: RowParser,
  cells: readonly string[],
  line: number,
  file: TextFile,
  ends: LastCells,
  context: ReadContext,
): void {
  const bad = plan.sink.bad
  if (cells.length >= plan.width && !ends.isShort(cells.at(-1) ?? '')) {
    plan.read(cells, line)
    if (plan.sink.bad === bad) {
      context.problems.add(
        'noFinalNewline',
        file.name,
        line,
        'the last line has no line break; it was read as complete',
      )
      return
    }
  }
  const advice = 'the file is incomplete and nothing of it was imported (if the row is complete, add a line break)'
  throw new ImportError(`the row is truncated: ${advice}`, file.name, line)
}

interface LastCells {
  add(cell: string): void
  /** Other rows end with more decimals, or with longer integers: this one may be truncated. */
  isShort(cell: string): boolean
}

/** Fewer rows do not show how the rows of a file end. */
const TELLING_ROWS = 20

/** Tracks how long the last cell of a row can be. */
function lastCells(): LastCells {
  let decimals = 0
  let length = 0
  let rows = 0
  return {
    add(cell) {
      // A header has no digits.
      if (!/\d/.test(cell)) return
      decimals = Math.max(decimals, decimalsOf(cell))
      length = Math.max(length, cell.length)
      rows += 1
    },
    isShort(cell) {
      if (rows < TELLING_ROWS) return false
      return decimals > 0 ? decimalsOf(cell) < decimals : cell.length < length
    },
  }
}

function decimalsOf(cell: string): number {
  return cell.includes('.') ? cell.length - cell.indexOf('.') - 1 : 0
}

/** The delimiter that occurs the same number of times in most lines. */
function sniffDelimiter(lines: readonly string[]): string {
  let best: string = ','
  let bestScore = 0
  const last = lines.at(-1) as string
  for (const delimiter of DELIMITERS) {
    const score = Math.min((lines[0] as string).split(delimiter).length, last.split(delimiter).length)
    // Commas in such a table are inside of numbers, and there may be more of them.
    if (score >= MIN_CELLS && delimiter !== ',') return delimiter
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

/** Cells of a line, with quotes as in CSV, without line breaks inside. */
function splitCells(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let index = 0; index < line.length; index++) {
    const char = line[index] as string
    if (quoted && char === '"' && line[index + 1] === '"') cell += line[index++] as string
    else if (char === '"') quoted = !quoted
    else if (char === delimiter && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += char
  }
  return [...cells, cell]
}
