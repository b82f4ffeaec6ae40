import type { Columns } from './column-names.ts'
import { cellNumber } from './text-lines.ts'
import { parseTime } from '@tradeloom/domain'

type Sample = readonly (readonly string[])[]

/** Columns of rows without a header, if the values are unambiguous; otherwise null. */
export function guessColumns(sample: Sample): Columns | null {
  const width = Math.min(...sample.slice(0, -1).map((row) => row.length), sample[0]?.length ?? 0)
  const dated = sample.every((row) => /^\d{1,2}:\d{2}/.test(row[1] ?? ''))
  const start: Columns = dated ? { date: 0, time: 1 } : { time: 0 }
  const next = dated ? 2 : 1
  const times = sample.slice(0, 20).map((row) => (dated ? `${row[0]} ${row[1]}` : (row[0] ?? '')))
  if (times.some((text) => Number.isNaN(parseTime(text, 'mdy').local))) return null
  // Trades as exported by ccxt: time, id, type, side, price, amount, cost.
  if (sample.every((row) => row[3] === 'buy' || row[3] === 'sell')) return { time: 0, price: 4, volume: 5 }
  const at = (row: readonly string[], column: number): number => cellNumber(row[next + column])
  const rows = sample.slice(0, 100)
  if (width - next >= 4 && rows.every((row) => enclosed(at(row, 0), at(row, 1), at(row, 2), at(row, 3)))) {
    const bars: Columns = { ...start, open: next, high: next + 1, low: next + 2, close: next + 3 }
    return width - next >= 5 ? { ...bars, volume: next + 4 } : bars
  }
  if (width - next === 2 || width - next === 3) return guessTicks(rows, start, next)
  return null
}

function enclosed(open: number, high: number, low: number, close: number): boolean {
  return high >= Math.max(open, close) && low <= Math.min(open, close)
}

/** Bid and ask are within a few percent of each other in every row; price and amount are not. */
function guessTicks(rows: Sample, start: Columns, next: number): Columns | null {
  const ratios = rows.map((row) => cellNumber(row[next + 1]) / cellNumber(row[next]))
  if (ratios.some((ratio) => Number.isNaN(ratio))) return null
  const near = ratios.filter((ratio) => ratio > 0.95 && ratio < 1.05).length
  if (near === rows.length) return { ...start, bid: next, ask: next + 1 }
  return near < rows.length / 2 ? { ...start, price: next, volume: next + 1 } : null
}
