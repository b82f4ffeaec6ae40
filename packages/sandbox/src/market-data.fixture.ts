import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BAR_COLUMNS, type Instrument } from '@tradeloom/domain'
import { DEFAULT_MODELS, type RunSpec } from '@tradeloom/engine'
import type { ColumnsFile } from './columns-file.ts'

export const EURUSD: Instrument = {
  id: 'EURUSD:TEST',
  symbol: 'EURUSD',
  broker: 'TEST',
  displaySymbol: 'EUR/USD',
  product: 'Forex',
  dealt: 'EUR',
  quote: 'USD',
  precision: 5,
  pipSize: 0.0001,
  lotSize: 1,
  factor: 1000,
  minQuantity: 1,
  maxQuantity: 10_000_000,
  marginRate: 0.02,
  calendar: 'forex',
  simulated: true,
}

/** A Monday, 00:00 UTC. */
const START = Date.UTC(2024, 0, 8)

export function runSpec(rows: number, changes: Partial<RunSpec> = {}): RunSpec {
  return {
    ...DEFAULT_MODELS,
    instrument: EURUSD,
    conversions: [],
    interval: 'M1',
    resolution: 1,
    start: START,
    end: START + rows * 60_000,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 7,
    ...changes,
  }
}

/** Minute bars of a wave with a spread of one pip, as a file of raw columns. */
export function writeMinutes(folder: string, rows: number): ColumnsFile {
  const values = new Float64Array(rows * BAR_COLUMNS.length)
  const set = (column: number, row: number, value: number): void => {
    values[column * rows + row] = value
  }
  for (let row = 0; row < rows; row++) {
    const open = price(row)
    const close = price(row + 1)
    const high = Math.max(open, close) + 0.0002
    const low = Math.min(open, close) - 0.0002
    set(0, row, START + row * 60_000)
    for (const [at, value] of [open, high, low, close].entries()) {
      set(1 + at, row, round(value))
      set(5 + at, row, round(value + 0.0001))
    }
    set(9, row, 10)
  }
  const path = join(folder, `minutes-${rows}.bar`)
  writeFileSync(path, new Uint8Array(values.buffer))
  const columns = BAR_COLUMNS.map((name, at) => ({ name, byteOffset: at * rows * 8, length: rows }))
  return { path, kind: 'bar', rows, columns }
}

function price(row: number): number {
  return 1.1 + Math.sin(row / 40) / 100 + Math.sin(row / 7) / 500
}

function round(value: number): number {
  return Math.round(value * 100_000) / 100_000
}
