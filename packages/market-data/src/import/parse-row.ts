import type { Columns, Field } from './column-names.ts'
import { ImportError } from './import-error.ts'
import type { ReadContext } from './import-format.ts'
import type { TextFile } from './open-files.ts'
import type { RowParser } from './store-row.ts'
import { ParsedRows, type RowSource } from './parsed-rows.ts'
import { rowTime } from './row-time.ts'
import { type ReadNumber, readVolume } from './number-style.ts'
import { ofOneSymbol } from './symbol-column.ts'
import { cellNumber } from './text-lines.ts'
import type { DayOrder } from '@tradeloom/domain/zones'

export interface RowFormat {
  readonly columns: Columns
  readonly headerRows: number
  /** Which price the only price is. */
  readonly source: RowSource
  readonly order: DayOrder | null
  /** How the file writes prices and volumes; plain numbers by default. */
  readonly number?: ReadNumber
  /** Digits of a clock without colons: 4 for `0935`, 6 for `093500`. */
  readonly clockDigits?: 4 | 6 | null
  /** The first row, for messages. */
  readonly first: readonly string[]
}

const BID_BAR = ['bidOpen', 'bidHigh', 'bidLow', 'bidClose'] as const
const ASK_BAR = ['askOpen', 'askHigh', 'askLow', 'askClose'] as const
const BAR = ['open', 'high', 'low', 'close'] as const

/** Reads bars or ticks, of one price or both sides, depending on the columns; of one symbol if a column names it. */
export function rowParser(form: RowFormat, file: TextFile, context: ReadContext): RowParser {
  const parser = priceParser(form, file, context)
  const { symbol } = form.columns
  return symbol === undefined ? parser : ofOneSymbol(parser, symbol, file, context)
}

function priceParser(form: RowFormat, file: TextFile, context: ReadContext): RowParser {
  const { columns } = form
  const has = (fields: readonly Field[]): boolean => fields.every((field) => columns[field] !== undefined)
  const width = 1 + Math.max(...Object.values(columns))
  if (!has(['time']) && !has(['date'])) throw missing('time', form, file)
  const make = (shape: 'bar' | 'tick', source: RowSource): Pick<RowParser, 'sink' | 'width' | 'headerRows'> => ({
    sink: new ParsedRows(file.name, shape, source, context),
    width,
    headerRows: form.headerRows,
  })
  if (has(BID_BAR) && has(ASK_BAR)) return quoteBars(make('bar', 'both'), form, context)
  if (has(BAR)) return bars(make('bar', form.source), form, context)
  if (has(['bid', 'ask'])) return quoteTicks(make('tick', 'both'), form, context)
  if (has(['price'])) return tradeTicks(make('tick', form.source), form, context)
  throw missing('open, high, low and close (or bid and ask, or price)', form, file)
}

type Base = Pick<RowParser, 'sink' | 'width' | 'headerRows'>
type Cells = readonly string[]

function quoteBars(base: Base, form: RowFormat, context: ReadContext): RowParser {
  const time = timeOf(base.sink, form, context)
  const volume = volumeOf(form)
  const bid = BID_BAR.map((field) => form.columns[field] as number)
  const ask = ASK_BAR.map((field) => form.columns[field] as number)
  return {
    ...base,
    read(cells, line) {
      const at = time(cells, line)
      if (!Number.isNaN(at))
        base.sink.quoteBar(line, at, prices(cells, bid, form), prices(cells, ask, form), volume(cells))
    },
  }
}

function bars(base: Base, form: RowFormat, context: ReadContext): RowParser {
  const time = timeOf(base.sink, form, context)
  const volume = volumeOf(form)
  const [open, high, low, close] = BAR.map((field) => form.columns[field] as number) as [number, number, number, number]
  return {
    ...base,
    read(cells, line) {
      const at = time(cells, line)
      if (Number.isNaN(at)) return
      const [o, h, l, c] = prices(cells, [open, high, low, close], form) as [number, number, number, number]
      base.sink.bar(line, at, o, h, l, c, volume(cells))
    },
  }
}

function quoteTicks(base: Base, form: RowFormat, context: ReadContext): RowParser {
  const time = timeOf(base.sink, form, context)
  const { number = cellNumber } = form
  const bid = form.columns.bid as number
  const ask = form.columns.ask as number
  return {
    ...base,
    read(cells, line) {
      const at = time(cells, line)
      if (!Number.isNaN(at)) base.sink.quoteTick(line, at, number(cells[bid]), number(cells[ask]))
    },
  }
}

function tradeTicks(base: Base, form: RowFormat, context: ReadContext): RowParser {
  const time = timeOf(base.sink, form, context)
  const volume = volumeOf(form)
  const { number = cellNumber } = form
  const price = form.columns.price as number
  return {
    ...base,
    read(cells, line) {
      const at = time(cells, line)
      if (!Number.isNaN(at)) base.sink.tradeTick(line, at, number(cells[price]), volume(cells))
    },
  }
}

function prices(cells: Cells, columns: readonly number[], { number = cellNumber }: RowFormat): number[] {
  return columns.map((one) => number(cells[one]))
}

/** Time of a row from one column, or from date and time in two. */
function timeOf(sink: ParsedRows, form: RowFormat, context: ReadContext): (cells: Cells, line: number) => number {
  const read = rowTime(sink, context, form.order)
  const { time, date } = form.columns
  const digits = form.clockDigits ?? null
  if (time !== undefined && date !== undefined && digits !== null) {
    return (cells, line) => read(`${cells[date]} ${clockText(cells[time] ?? '', digits)}`, line)
  }
  const clockOnly = time !== undefined && /^\s*\d{1,2}:\d{2}/.test(form.first[time] ?? '')
  if (time !== undefined && date !== undefined && (clockOnly || form.headerRows > 0)) {
    return (cells, line) => {
      const clock = cells[time] ?? ''
      return read(/^\s*\d{1,2}:\d{2}/.test(clock) ? `${cells[date]} ${clock}` : clock, line)
    }
  }
  const column = (time ?? date) as number
  return (cells, line) => read(cells[column] ?? '', line)
}

/** Zeros in front are lost where a table stored clocks as numbers; a clock of another length is kept, and no time. */
function clockText(cell: string, digits: 4 | 6): string {
  const text = cell.trim()
  const isShort = text === '0' || (/^[1-9]\d*$/.test(text) && text.length < digits)
  return isShort ? text.padStart(digits, '0') : text.length === digits ? text : `"${text}"`
}

/** Volume of a row; 0 if the file has no volume. */
function volumeOf({ columns, number = cellNumber }: RowFormat): (cells: Cells) => number {
  const { volume } = columns
  return volume === undefined ? () => 0 : (cells) => readVolume(cells[volume], number)
}

function missing(what: string, form: RowFormat, file: TextFile): ImportError {
  const row = form.first.join(', ').slice(0, 200)
  return new ImportError(`no column for ${what}; use a column mapping. The first row is ${row}`, file.name, 1)
}
