import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { BarColumns } from '../packages/domain/src/index.ts'

/** The folder of real market data beside the repository, or null where it is absent. */
export function sharedData(): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const data = join(folder, '..', 'shared', 'data')
    if (existsSync(join(data, 'MANIFEST.md'))) return data
  }
  return null
}

/** Bars of a bid file and an ask file (timestamp, open, high, low, close); without an ask file both sides are one. */
export function readPriceFiles(bidFile: string, askFile: string | null): BarColumns {
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
    time: Float64Array.from(rows, (row) => Date.parse((row[0] ?? '').replace(' ', 'T'))),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
  }
}
