import { type Columns, columnsOfHeader, columnsOfMapping, repeatedColumn } from '../column-names.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser } from '../store-row.ts'
import { rowParser } from '../parse-row.ts'
import type { RowSource } from '../parsed-rows.ts'
import type { DayOrder } from '@tradeloom/domain'
import { guessColumns } from '../guess-columns.ts'

type Sample = readonly (readonly string[])[]

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
  const first = sample[0] ?? []
  const header = columnsOfHeader(first)
  if (header) refuseOrderBook(first, file)
  const mapped = Object.keys(context.mapping).some((key) => key !== 'dayOrder')
  let columns: Columns | null
  if (mapped) columns = columnsOfMapping(context.mapping, first, file.name)
  else columns = header ?? guessColumns(sample)
  if (!columns) {
    const example = 'time=1,open=2,high=3,low=4,close=5'
    throw new ImportError(`cannot identify the columns; use a mapping such as ${example}`, file.name, 1)
  }
  const repeated = header && !mapped ? repeatedColumn(first, header) : null
  if (repeated !== null) {
    const advice = 'use a mapping with the number of the right one, such as time=1,open=2,high=3,low=4,close=5'
    throw new ImportError(`the header has two columns "${repeated}"; ${advice}`, file.name, 1)
  }
  const shape = { columns, headerRows: header ? 1 : 0, source: sideOf(file.fileName), order, first }
  return rowParser(shape, file, context)
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
function refuseOrderBook(header: readonly string[], file: TextFile): void {
  const names = header.map((name) => name.toLowerCase())
  const book = names.some((name) => /^(is_snapshot|update_type|(asks|bids)\[\d)/.test(name))
  if (book) throw new ImportError('this is an order book capture, not a price file', file.name, 1)
}
