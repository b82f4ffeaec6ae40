import { BAR_COLUMNS, type Instrument } from '@tradeloom/domain'
import { createRun, DEFAULT_MODELS, packResult, type RunSpec, type ScriptFactory, writeResult } from '@tradeloom/engine'
import { columnsOf } from './series-head.ts'

/** A Monday, so that the market is open all the time. */
const START = Date.UTC(2024, 0, 8)
const ROWS = 4000
/** Optimized code is thrown away when the second script behaves otherwise than the first, so they take turns. */
const ROUNDS = 6
const ROWS_A_STEP = 1000

const INSTRUMENT: Instrument = {
  id: 'EURUSD:WARM',
  symbol: 'EURUSD',
  broker: 'WARM',
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

const SPEC: RunSpec = {
  ...DEFAULT_MODELS,
  instrument: INSTRUMENT,
  conversions: [],
  interval: 'M1',
  resolution: 1,
  start: START,
  end: START + ROWS * 60_000,
  initialBalance: 100_000,
  accountCurrency: 'USD',
  externals: {},
  closures: [],
  seed: 1,
}

/**
 * Runs scripts of ours on simulated data, a short while per step, so that the machine has compiled and optimized the
 * engine before a job arrives. Nobody gets their results, and nothing of them is left in the engine.
 */
export function* warmUpRuns(factories: readonly ScriptFactory[]): Generator<void, void> {
  const series = [{ instrumentId: INSTRUMENT.id, columns: simulatedColumns() }]
  for (let round = 0; round < ROUNDS; round++) {
    for (const factory of factories) {
      const run = createRun({ spec: SPEC, series, factory })
      while (run.step(ROWS_A_STEP)) yield
      const result = run.finishCompact('completed')
      yield
      writeResult(packResult(result))
      yield
    }
  }
}

/** Minute bars of waves with a spread of one pip. */
function simulatedColumns() {
  const values = new Float64Array(ROWS * BAR_COLUMNS.length)
  for (let row = 0; row < ROWS; row++) {
    const [open, close] = [price(row), price(row + 1)]
    const bid = [open, Math.max(open, close) + 0.0002, Math.min(open, close) - 0.0002, close].map(round)
    const ask = bid.map((one) => round(one + 0.0001))
    for (const [column, value] of [START + row * 60_000, ...bid, ...ask, 10].entries())
      values[column * ROWS + row] = value
  }
  return columnsOf({ instrumentId: INSTRUMENT.id, kind: 'bar', rows: ROWS }, values.buffer)
}

function price(row: number): number {
  return 1.1 + Math.sin(row / 40) / 100 + Math.sin(row / 7) / 500
}

function round(value: number): number {
  return Math.round(value * 100_000) / 100_000
}
