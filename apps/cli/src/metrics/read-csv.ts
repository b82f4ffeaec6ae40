import { UserError } from '@tradeloom/domain'
import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import { MAX_ROWS, type Row, type Separator, type Table } from './table.ts'

const DELIMITERS = [',', ';', '\t'] as const

/** Files edited by several programs can have mixed line breaks. */
const ENDS = ['\r\n', '\n', '\r']

/** Reads a CSV file row by row. `head` is its beginning: the header shows which character separates columns. */
export async function readCsv(file: string, encoding: BufferEncoding, head: string): Promise<Table> {
  const header = head.split(/\r?\n|\r/).find((line) => line.trim() !== '') ?? ''
  const times = (delimiter: string) => header.split(delimiter).length
  const delimiter = DELIMITERS.reduce<NonNullable<Separator>>(
    (best, other) => (times(other) > times(best) ? other : best),
    ',',
  )
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    trim: true,
    relax_quotes: false,
    record_delimiter: ENDS,
  })
  // Decoded here, since files of some platforms are UTF-16.
  const input = createReadStream(file, { encoding })
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  let columns: readonly string[] | null = null
  const rows: Row[] = []
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      if (!columns) columns = record
      else rows.push({ place: `${file}:${info.lines}`, cells: record })
      if (rows.length > MAX_ROWS) throw new UserError('invalid-input', `${file}: more than ${MAX_ROWS} rows`)
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UserError('invalid-input', `${file}:${lineOf(error)}: ${complaint(error)}`)
    throw error
  } finally {
    input.destroy()
  }
  return { file, separator: delimiter, columns: columns ?? [], rows }
}

function lineOf(error: CsvError): number {
  return typeof error['lines'] === 'number' ? error['lines'] : 1
}

function complaint(error: CsvError): string {
  if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH')
    return 'this row has more or fewer columns than the header'
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is never closed'
  return error.message
}
