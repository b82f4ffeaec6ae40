import { BAR_COLUMNS, type Instrument } from '@tradeloom/domain'
import { createRun, DEFAULT_MODELS, packResult, type RunSpec, type ScriptFactory, writeResult } from '@tradeloom/engine'
import { columnsOf } from './series-head.ts'
import { seededRandom } from './simulated-globals.ts'
import { specText } from './spec-text.ts'

/** A Monday, so that the market is open all the time. */
const START = Date.UTC(2024, 0, 8)
const ROWS = 4000
/** Optimized code is thrown away when the second script behaves otherwise than the first, so they take turns. */
const ROUNDS = 12
const ROWS_A_STEP = 1000
/** In prices. */
const MOVE = 0.0006
const REACH = 0.0002
const GAP_ROWS = 150
const GAP = 0.008
const WIDE_ROWS = 110
const WIDE = 0.0045

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

/** With the members that the server states. */
const SPEC = specText({
  ...DEFAULT_MODELS,
  instrument: INSTRUMENT,
  conversions: [],
  interval: 'M1',
  resolution: 1,
  barIntervals: {},
  start: START,
  end: START + ROWS * 60_000,
  initialBalance: 100_000,
  accountCurrency: 'USD',
  externals: {},
  closures: [],
  quality: { good: ROWS, all: ROWS },
  seed: 1,
} satisfies RunSpec)

/**
 * Runs scripts of ours on simulated data, a short while per step, so that the machine has compiled and optimized the
 * engine before a job arrives. Nobody gets their results, and nothing of them is left in the engine.
 */
export function* warmUpRuns(factories: readonly ScriptFactory[]): Generator<void, void> {
  const series = [{ instrumentId: INSTRUMENT.id, columns: simulatedColumns() }]
  for (let round = 0; round < ROUNDS; round++) {
    for (const factory of factories) {
      const run = createRun({ spec: JSON.parse(SPEC) as RunSpec, series, factory })
      while (run.step(ROWS_A_STEP)) yield
      const result = run.finishCompact('completed')
      yield
      writeResult(packResult(result))
      yield
    }
  }
}

/**
 * Minute bars of a random walk with a spread of one pip. Some jump over stops and targets, and some contain both, so that
 * the code for these is compiled, too.
 */
function simulatedColumns() {
  const values = new Float64Array(ROWS * BAR_COLUMNS.length)
  const random = seededRandom(1)
  let close = 1.1
  for (let row = 0; row < ROWS; row++) {
    const open = close + (row % GAP_ROWS === 0 ? (random() - 0.5) * GAP : 0)
    close = open + (random() - 0.5) * MOVE + (1.1 - open) / 500
    const reach = row % WIDE_ROWS === 0 ? WIDE : random() * REACH
    const bid = [open, Math.max(open, close) + reach, Math.min(open, close) - reach, close].map(round)
    const ask = bid.map((one) => round(one + 0.0001))
    for (const [column, value] of [START + row * 60_000, ...bid, ...ask, 10].entries())
      values[column * ROWS + row] = value
  }
  return columnsOf({ instrumentId: INSTRUMENT.id, kind: 'bar', rows: ROWS }, values.buffer)
}

function round(value: number): number {
  return Math.round(value * 100_000) / 100_000
}
