import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BarColumns } from '@tradeloom/domain'

import { load, type Market, minuteBars, ticks, writeMarket } from './market.ts'

/** Prices that every engine can process under the same rules: bars without spread and gaps, or plain ticks. */
export interface PlainMarket {
  readonly market: Market
  readonly kind: 'bar' | 'tick'
  /** Doubles, column after column: time, open, high, low, close, volume for bars; time, bid, ask for ticks. */
  readonly path: string
}

const YEAR = 365
/** The simulated market is so calm that it hardly reaches a stop; scaled by this factor, it does. */
const VOLATILE = 3

/** A year of minute bars, each of which opens at the previous close. */
export async function plainYear(folder: string, pace: 'calm' | 'volatile'): Promise<PlainMarket> {
  const simulated = await minuteBars(folder, YEAR)
  const columns = gapless((await load(simulated)) as BarColumns, pace === 'calm' ? 1 : VOLATILE)
  const market = await writeMarket(join(folder, `${pace}.bar`), columns)
  const { time, bidOpen, bidHigh, bidLow, bidClose, volume } = columns
  return {
    market,
    kind: 'bar',
    path: await writeRaw(join(folder, `${pace}.f64`), [time, bidOpen, bidHigh, bidLow, bidClose, volume]),
  }
}

export async function plainTicks(folder: string, count: number): Promise<PlainMarket> {
  const market = await ticks(folder, count)
  const columns = await load(market)
  if (columns.kind !== 'tick') throw new Error('These are not ticks')
  const path = await writeRaw(join(folder, `${count}-ticks.f64`), [columns.time, columns.bid, columns.ask])
  return { market, kind: 'tick', path }
}

function gapless(bars: BarColumns, scale: number): BarColumns {
  const base = bars.bidClose[0] ?? Number.NaN
  const scaled = (price: number): number => Math.round((base + (price - base) * scale) * 1e5) / 1e5
  const rows = bars.time.length
  const [open, high, low, close] = [0, 1, 2, 3].map(() => new Float64Array(rows)) as [
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
    Float64Array<ArrayBuffer>,
  ]
  let before = scaled(bars.bidOpen[0] ?? Number.NaN)
  for (let row = 0; row < rows; row++) {
    open[row] = before
    before = scaled(bars.bidClose[row] as number)
    close[row] = before
    high[row] = Math.max(scaled(bars.bidHigh[row] as number), open[row] as number, before)
    low[row] = Math.min(scaled(bars.bidLow[row] as number), open[row] as number, before)
  }
  return {
    ...bars,
    bidOpen: open,
    bidHigh: high,
    bidLow: low,
    bidClose: close,
    askOpen: open,
    askHigh: high,
    askLow: low,
    askClose: close,
  }
}

async function writeRaw(path: string, columns: readonly Float64Array[]): Promise<string> {
  await writeFile(
    path,
    Buffer.concat(columns.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength))),
  )
  return path
}
