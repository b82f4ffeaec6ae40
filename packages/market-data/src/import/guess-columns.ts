import type { Columns } from './column-names.ts'
import type { ReadNumber } from './number-style.ts'
import { parseTime } from '@tradeloom/domain/zones'

type Sample = readonly (readonly string[])[]
type Row = readonly string[]

/** Columns of rows without a header, if the values are unambiguous; otherwise null. */
export function guessColumns(sample: Sample, read: ReadNumber): Columns | null {
  const width = Math.min(...sample.slice(0, -1).map((row) => row.length), sample[0]?.length ?? 0)
  // A name in front of every row is that of the market.
  const lead = sample.every((row) => /^\s*[a-z][^\d\s]\S*\s*$/i.test(row[0] ?? '')) ? 1 : 0
  const named: Columns = lead === 1 ? { symbol: 0 } : {}
  const rows = sample.slice(0, 100)
  const isDated = (row: Row): boolean => /^\s*\d{1,2}:\d{2}/.test(row[lead + 1] ?? '')
  // Clocks of digits look like numbers, so they must leave bars behind them, which they are not part of.
  const hasDigits = (row: Row): boolean => /^\d{4}(\d{2})?$/.test(row[lead + 1] ?? '')
  const fits = (next: number): boolean => width - next >= 4 && rows.every((row) => isBar(row, next, read))
  const dated = sample.every(isDated) || (sample.every(hasDigits) && !fits(lead + 1) && fits(lead + 2))
  const start: Columns = dated ? { ...named, date: lead, time: lead + 1 } : { ...named, time: lead }
  const next = dated ? lead + 2 : lead + 1
  const times = rows.slice(0, 20).map((row) => (dated ? `${row[lead]} ${row[lead + 1]}` : (row[lead] ?? '')))
  if (times.some((text) => !isTime(text))) return null
  // Trades as exported by ccxt: time, id, type, side, price, amount, cost.
  if (sample.every((row) => row[3] === 'buy' || row[3] === 'sell')) return { time: 0, price: 4, volume: 5 }
  if (fits(next)) {
    const bars: Columns = { ...start, open: next, high: next + 1, low: next + 2, close: next + 3 }
    const volume = volumeAfter(rows, next, width, read)
    return volume === null ? bars : { ...bars, volume }
  }
  if (width - next === 2 || width - next === 3) return guessTicks(rows, start, next, read)
  return null
}

function isTime(text: string): boolean {
  return [parseTime(text, 'mdy'), parseTime(text, 'dmy')].some(({ local }) => !Number.isNaN(local))
}

function isBar(row: Row, next: number, read: ReadNumber): boolean {
  const [open, high, low, close] = [0, 1, 2, 3].map((column) => read(row[next + column])) as [
    number,
    number,
    number,
    number,
  ]
  return high >= Math.max(open, close) && low <= Math.min(open, close)
}

/** The number after a bar is its volume, or a price within it (an average, an adjusted close) before the volume. */
function volumeAfter(rows: Sample, next: number, width: number, read: ReadNumber): number | null {
  if (width - next < 5) return null
  const isPrice = rows.every((row) => {
    const value = read(row[next + 4])
    return value >= read(row[next + 2]) && value <= read(row[next + 1])
  })
  if (!isPrice || rows.length < 2) return next + 4
  return width - next >= 6 ? next + 5 : null
}

/** Bid and ask are within a few percent of each other in every row; price and amount are not. */
function guessTicks(rows: Sample, start: Columns, next: number, read: ReadNumber): Columns | null {
  const ratios = rows.map((row) => read(row[next + 1]) / read(row[next]))
  if (ratios.some((ratio) => Number.isNaN(ratio))) return null
  const near = ratios.filter((ratio) => ratio > 0.95 && ratio < 1.05).length
  if (near === rows.length) return { ...start, bid: next, ask: next + 1 }
  return near < rows.length / 2 ? { ...start, price: next, volume: next + 1 } : null
}
