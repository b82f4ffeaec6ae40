import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import { isJson, readJsonRows } from './json-rows.ts'
import { finishRows, type MakeRowParser, type RowParser, storeRow } from './store-row.ts'
import type { TextFile } from './open-files.ts'
import type { ParsedFile } from './parsed-rows.ts'
import { textLines } from './text-lines.ts'

const SAMPLE = 200
const DELIMITERS = ['\t', ';', ',', '|'] as const

/** Reads rows of cells, from delimited text or from a JSON array of arrays. */
export async function readRows(file: TextFile, context: ReadContext, makeParser: MakeRowParser): Promise<ParsedFile> {
  if (await isJson(file)) return readJsonRows(file, context, makeParser)
  let plan: RowParser | null = null
  let delimiter = ','
  let headerLine = 0
  let most = Number.POSITIVE_INFINITY
  let ends: LastCells | null = null
  for await (const batch of textLines(file)) {
    if (!plan) {
      const lines = batch.lines.filter((line) => line.trim() !== '')
      const first = lines[0]
      if (first === undefined) continue
      delimiter = sniffDelimiter(lines.slice(0, SAMPLE))
      plan = makeParser(
        lines.slice(0, SAMPLE).map((line) => splitCells(line, delimiter)),
        file,
        context,
      )
      ends = lastCells()
      if (plan.headerRows > 0) most = splitCells(first, delimiter).length
      // Blank lines may precede the header.
      headerLine = plan.headerRows === 0 ? 0 : batch.firstLine + batch.lines.indexOf(first) + plan.headerRows - 1
    }
    let number = batch.firstLine
    for (const line of batch.lines) {
      const cells = splitCells(line, delimiter)
      if (line.trim() !== '' && number > headerLine) {
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
  if (!plan) throw new ImportError('the file is empty', file.name)
  return finishRows(plan, file, context)
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
