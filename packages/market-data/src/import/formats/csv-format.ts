import type { DayOrder } from '@tradeloom/domain/zones'
import {
  type Columns,
  columnsOfHeader,
  columnsOfMapping,
  type Field,
  namesColumns,
  repeatedColumn,
} from '../column-names.ts'
import { needsDayOrder } from '../day-order.ts'
import { guessColumns } from '../guess-columns.ts'
import { contextOfHeader } from '../header-zone.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import { numberReader } from '../number-style.ts'
import type { TextFile } from '../open-files.ts'
import { rowParser } from '../parse-row.ts'
import type { RowSource } from '../parsed-rows.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser, Sample } from '../store-row.ts'
import { cellNumber } from '../text-lines.ts'

/**
 * Any delimited text or JSON list whose columns are known from a header, from the user's mapping, or from the values.
 */
export const csvFormat: ImportFormat = {
  name: 'csv',
  title: 'CSV or JSON rows',
  description:
    'Any delimited text, with or without a header, or a JSON list of rows. Columns are recognized by their names; ' +
    'otherwise use a mapping such as time=1,open=2,high=3,low=4,close=5.',
  defaultTimezone: 'UTC',
  extensions: ['.csv', '.txt', '.tsv', '.json', '.gz', '.zip'],
  needsMapping: true,
  read: (file, context) => readRows(file, context, planCsv),
}

/** How to read a file, from its header, mapping or values; `order` resolves dates such as 02/03/2012. */
export function planCsv(
  sample: Sample,
  file: TextFile,
  context: ReadContext,
  order: DayOrder | null = dayOrder(context, file),
): RowParser {
  const first = sample.rows[0] ?? []
  const line = sample.lines[0] ?? 1
  const header = columnsOfHeader(first)
  if (header) refuseOrderBook(first, file, line)
  const data = sample.rows.slice(header ? 1 : 0)
  const columns = columnsOf(sample, header, file, context)
  const numbers = priceCells(sample, header ? 1 : 0, columns)
  const number = numberReader(numbers, file, context.mapping.decimal, sample.delimiter)
  const times = header ? contextOfHeader(first, columns, file, line, context) : context
  const clockDigits = digitsOfClock(data, columns)
  const source = sideOf(`${file.fileName} ${file.entryName}`)
  const form = { columns, headerRows: header ? 1 : 0, source, order, first, number, clockDigits }
  const parser = rowParser(form, file, times)
  if (times.timezone !== context.timezone) parser.sink.timezone = times.timezone
  const dated = columns.date ?? columns.time
  const isOpen = order === null && dated !== undefined && data.some((row) => needsDayOrder(row[dated] ?? ''))
  return isOpen ? { ...parser, openDates: dated } : parser
}

function columnsOf(sample: Sample, header: Columns | null, file: TextFile, context: ReadContext): Columns {
  const first = sample.rows[0] ?? []
  const line = sample.lines[0] ?? 1
  if (namesColumns(context.mapping)) {
    const mapped = columnsOfMapping(context.mapping, first, file.name)
    // A mapping of prices does not make a table of several symbols one market.
    const symbol = mapped.symbol ?? header?.symbol
    return symbol === undefined || Object.values(mapped).includes(symbol) ? mapped : { ...mapped, symbol }
  }
  const columns = header ?? guessColumns(sample.rows, guessedNumber)
  if (!columns) {
    const example = 'time=1,open=2,high=3,low=4,close=5'
    throw new ImportError(`cannot identify the columns; use a mapping such as ${example}`, file.name, line)
  }
  const repeated = header ? repeatedColumn(first, header) : null
  if (repeated !== null) {
    const advice = 'use a mapping with the number of the right one, such as time=1,open=2,high=3,low=4,close=5'
    throw new ImportError(`the header has two columns "${repeated}"; ${advice}`, file.name, line)
  }
  return columns
}

/** Compares numbers before it is known how they are written. */
function guessedNumber(cell: string | undefined): number {
  const text = cell?.trim() ?? ''
  return cellNumber(/^[^.]*,[^.]*$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''))
}

const PRICES: readonly Field[] = [
  'open', 'high', 'low', 'close', 'bid', 'ask', 'price',
  'bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose',
] // prettier-ignore

function priceCells({ rows, lines }: Sample, headerRows: number, columns: Columns): { text: string; line: number }[] {
  const used = PRICES.flatMap((field) => columns[field] ?? [])
  return rows.flatMap((row, index) =>
    index < headerRows ? [] : used.map((column) => ({ text: row[column]?.trim() ?? '', line: lines[index] ?? 1 })),
  )
}

/** 6 for clocks such as 093500, 4 for 0935; null for any other. */
function digitsOfClock(data: Sample['rows'], { date, time }: Columns): 4 | 6 | null {
  if (date === undefined || time === undefined) return null
  const clocks = data.map((row) => row[time]?.trim() ?? '')
  if (clocks.length === 0 || !clocks.every((clock) => /^\d{1,6}$/.test(clock))) return null
  return Math.max(...clocks.map((clock) => clock.length)) > 4 ? 6 : 4
}

/** The side stated in the file's name, if any. */
export function sideOf(name: string): RowSource {
  const words = name.toLowerCase().split(/[^a-z]+/)
  const bid = words.includes('bid')
  const ask = words.includes('ask')
  return bid === ask ? 'trade' : bid ? 'bid' : 'ask'
}

function dayOrder({ mapping }: ReadContext, file: TextFile): DayOrder | null {
  const order = mapping.dayOrder
  if (order === undefined || order === 'dmy' || order === 'mdy') return order ?? null
  throw new ImportError(`mapping: dayOrder is dmy or mdy, not "${order}"`, file.name)
}

/** Order book updates also have a time, a price and an amount, but they are not trades. */
function refuseOrderBook(header: readonly string[], file: TextFile, line: number): void {
  const names = header.map((name) => name.toLowerCase())
  const book = names.some((name) => /^(is_snapshot|update_type|(asks|bids)\[\d)/.test(name))
  if (book) throw new ImportError('this is an order book capture, not a price file', file.name, line)
}
