import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import type { BarColumns, TickColumns } from '../../packages/domain/src/index.ts'

/** The folder of real market data next to the repository; null if it is absent. */
export function sharedData(): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const data = join(folder, '..', 'shared', 'data')
    if (existsSync(join(data, 'MANIFEST.md'))) return data
  }
  return null
}

/**
 * Bars of a bid file and an ask file (timestamp, open, high, low, close); without an ask file, both sides are equal. A
 * folder has one archive per day, named by its date, with both sides.
 */
export function readPriceFiles(bidFile: string, askFile: string | null): BarColumns {
  if (statSync(bidFile).isDirectory()) return readDays(bidFile)
  const bid = readSide(bidFile)
  const ask = askFile === null ? bid : readSide(askFile)
  const same = ask.time.length === bid.time.length && ask.time.every((time, row) => time === bid.time[row])
  if (!same) throw new Error(`${bidFile} and ${String(askFile)} do not have the same rows`)
  return {
    kind: 'bar',
    time: bid.time,
    bidOpen: bid.open,
    bidHigh: bid.high,
    bidLow: bid.low,
    bidClose: bid.close,
    askOpen: ask.open,
    askHigh: ask.high,
    askLow: ask.low,
    askClose: ask.close,
    volume: new Float64Array(bid.time.length),
  }
}

function readSide(file: string) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  const column = (at: number) => Float64Array.from(rows, (row) => Number(row[at]))
  return {
    time: Float64Array.from(rows, (row) => utcTime(row[0] ?? '')),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
  }
}

/** Times without a time zone are UTC. */
function utcTime(text: string): number {
  const iso = text.replace(' ', 'T')
  return Date.parse(/([+-]\d\d:\d\d|Z)$/.test(iso) ? iso : `${iso}Z`)
}

/** Rows of a day: milliseconds since midnight, four bids, a size, four asks, a size. */
function readDays(folder: string): BarColumns {
  const rows = rowsOfDays(folder)
  const column = (at: number) => Float64Array.from(rows, (row) => row[at] ?? NaN)
  return {
    kind: 'bar',
    time: column(0),
    bidOpen: column(1),
    bidHigh: column(2),
    bidLow: column(3),
    bidClose: column(4),
    askOpen: column(6),
    askHigh: column(7),
    askLow: column(8),
    askClose: column(9),
    volume: new Float64Array(rows.length),
  }
}

/** Ticks of the days whose files begin with `date` (yyyyMMdd or a prefix of it): milliseconds, bid, ask. */
export function readTickDays(folder: string, date: string): TickColumns {
  const rows = rowsOfDays(folder, date)
  const column = (at: number) => Float64Array.from(rows, (row) => row[at] ?? NaN)
  return { kind: 'tick', time: column(0), bid: column(1), ask: column(2) }
}

function rowsOfDays(folder: string, date = ''): number[][] {
  return readdirSync(folder)
    .filter((name) => /^\d{8}_.*\.zip$/.test(name) && name.startsWith(date))
    .toSorted()
    .flatMap((name) => {
      const midnight = Date.UTC(Number(name.slice(0, 4)), Number(name.slice(4, 6)) - 1, Number(name.slice(6, 8)))
      const lines = unzipOnly(readFileSync(join(folder, name)))
        .trim()
        .split('\n')
      return lines.map((line) => {
        const numbers = line.split(',').map(Number)
        return [midnight + (numbers[0] ?? NaN), ...numbers.slice(1)]
      })
    })
}

/** The text of the first file of an archive, located by the directory at its end. */
function unzipOnly(archive: Buffer): string {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const entry = archive.readUInt32LE(end + 16)
  const method = archive.readUInt16LE(entry + 10)
  const size = archive.readUInt32LE(entry + 20)
  const header = archive.readUInt32LE(entry + 42)
  const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
  const packed = archive.subarray(from, from + size)
  return (method === 0 ? packed : inflateRawSync(packed)).toString('utf8')
}
