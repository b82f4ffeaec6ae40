import type { Columns } from '../column-names.ts'
import { ImportError } from '../import-error.ts'
import type { ImportFormat, ReadContext } from '../import-format.ts'
import type { TextFile } from '../open-files.ts'
import { readRows } from '../read-rows.ts'
import type { RowParser, Sample } from '../store-row.ts'
import { ParsedRows } from '../parsed-rows.ts'
import { rowParser } from '../parse-row.ts'
import { rowTime } from '../row-time.ts'
import { cellNumber } from '../text-lines.ts'

type Cells = readonly string[]
type ColumnOf = (name: string) => number

/**
 * Exports of the MetaTrader 5 terminal, bars or ticks, and bars of MetaTrader 4. Prices of bars are bids; SPREAD is in points of the last
 * decimal, so ask = bid + spread. Times are the broker's, without a time zone: most brokers run on Eastern European
 * time, so that the trading day ends at 17:00 New York.
 */
export const mt5Format: ImportFormat = {
  name: 'mt5',
  title: 'MetaTrader export',
  description:
    'Bars or ticks exported by MetaTrader 5: DATE, TIME, OPEN, HIGH, LOW, CLOSE, TICKVOL, VOL, SPREAD; or bars of ' +
    'MetaTrader 4, without a header. ' +
    'Times are the broker’s; Eastern European time (Europe/Athens) is assumed unless another zone is given.',
  defaultTimezone: 'Europe/Athens',
  extensions: ['.csv', '.txt', '.tsv', '.gz', '.zip'],
  needsMapping: false,
  read: (file, context) => readRows(file, context, planMt5),
}

function planMt5(sample: Sample, file: TextFile, context: ReadContext): RowParser {
  const names = (sample.rows[0] ?? []).map((cell) => cell.trim().replaceAll(/[<>]/g, '').toUpperCase())
  const column: ColumnOf = (name) => names.indexOf(name)
  const first = sample.rows[0] ?? []
  const columns = columnsOfMt4(first)
  if (columns) return rowParser({ columns, headerRows: 0, source: 'bid', order: null, first }, file, context)
  // Tables of others have such columns, too, but other clocks, and some have several symbols.
  if (!/^<date>$/i.test(first[0]?.trim() ?? ''))
    throw new ImportError('the first line is not a MetaTrader 5 header (<DATE> <TIME> …)', file.name, 1)
  if (column('BID') >= 0 && column('ASK') >= 0 && column('TIME') >= 0) return ticks(column, file, context)
  const absent = ['OPEN', 'HIGH', 'LOW', 'CLOSE'].find((name) => column(name) < 0)
  if (absent) throw new ImportError(`the header has no <${absent}>`, file.name, 1)
  return bars(column, sample, file, context)
}

/** `2024.01.02,00:00,open,high,low,close,volume` without a header; null for anything else. */
export function columnsOfMt4([date = '', time = '', ...prices]: Cells): Columns | null {
  if (!/^\d{4}\.\d{2}\.\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time) || prices.length < 4) return null
  const bar = { date: 0, time: 1, open: 2, high: 3, low: 4, close: 5 }
  return prices.length > 4 ? { ...bar, volume: 6 } : bar
}

function bars(column: ColumnOf, sample: Sample, file: TextFile, context: ReadContext): RowParser {
  const [open, high, low, close] = ['OPEN', 'HIGH', 'LOW', 'CLOSE'].map(column) as [number, number, number, number]
  const spread = column('SPREAD')
  const volume = column('TICKVOL') >= 0 ? column('TICKVOL') : column('VOL')
  const sink = new ParsedRows(file.name, 'bar', spread >= 0 ? 'both' : 'bid', context)
  const time = timeOf(sink, column, context)
  const decimals = Math.max(...sample.rows.slice(1).map((cells) => decimalsOf(cells[open])), 0)
  const scale = 10 ** decimals
  return {
    sink,
    width: 1 + Math.max(column('DATE'), column('TIME'), open, high, low, close, spread, volume),
    headerRows: 1,
    read(cells, line) {
      const at = time(cells, line)
      if (Number.isNaN(at)) return
      const bid = [open, high, low, close].map((index) => cellNumber(cells[index]))
      const traded = volume >= 0 ? cellNumber(cells[volume]) : 0
      if (spread < 0) {
        sink.bar(line, at, ...(bid as [number, number, number, number]), traded)
        return
      }
      const points = cellNumber(cells[spread])
      if (!(points >= 0)) {
        sink.reject('badNumber', line, `spread "${cells[spread]}"`, at)
        return
      }
      // In whole points, so that the ask is exactly the double nearest to its decimals.
      const ask = bid.map((price) => Math.round(price * scale + points) / scale)
      sink.quoteBar(line, at, bid, ask, traded)
    },
  }
}

/** An empty cell of a tick means that this side is unchanged. */
function ticks(column: ColumnOf, file: TextFile, context: ReadContext): RowParser {
  const sink = new ParsedRows(file.name, 'tick', 'both', context)
  const time = timeOf(sink, column, context)
  const [bidAt, askAt] = [column('BID'), column('ASK')]
  let bid = Number.NaN
  let ask = Number.NaN
  return {
    sink,
    width: 1 + Math.max(column('DATE'), column('TIME'), bidAt, askAt),
    headerRows: 1,
    read(cells, line) {
      const at = time(cells, line)
      if (Number.isNaN(at)) return
      if (cells[bidAt]?.trim()) bid = cellNumber(cells[bidAt])
      if (cells[askAt]?.trim()) ask = cellNumber(cells[askAt])
      sink.quoteTick(line, at, bid, ask)
    },
  }
}

function timeOf(sink: ParsedRows, column: ColumnOf, context: ReadContext): (cells: Cells, line: number) => number {
  const read = rowTime(sink, context)
  const [date, time] = [column('DATE'), column('TIME')]
  return (cells, line) => read(time < 0 ? (cells[date] ?? '') : `${cells[date]} ${cells[time]}`, line)
}

function decimalsOf(cell: string | undefined): number {
  const dot = cell?.indexOf('.') ?? -1
  return cell === undefined || dot < 0 ? 0 : cell.length - dot - 1
}
