import { readFileSync } from 'node:fs'
import { BAR_COLUMNS, createRandom, defineInstrument, type MarketColumns } from '@tradeloom/domain'
import { createRun, DEFAULT_MODELS, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Observation } from './observation.ts'
import { observedRun } from './observed-run.ts'

const SCRIPT = readFileSync(
  new URL('../../../tests/lookahead-samples/everything-observable.js', import.meta.url),
  'utf8',
)
const START = Date.UTC(2024, 0, 8)
const ROWS = 200
const INSTRUMENTS = ['EURUSD:SIM', 'GBPUSD:SIM'].map((id) => defineInstrument(id))
const SPEC: RunSpec = {
  ...DEFAULT_MODELS,
  instrument: INSTRUMENTS[0] as RunSpec['instrument'],
  markets: INSTRUMENTS.slice(1).map((instrument) => ({ instrument, closures: [], swap: null, funding: null })),
  conversions: [],
  interval: 'M1',
  resolution: 1,
  start: START + 100 * 60_000,
  end: START + ROWS * 60_000,
  initialBalance: 10_000,
  accountCurrency: 'USD',
  externals: {},
  closures: [],
  seed: 1,
}
const SERIES = INSTRUMENTS.map(({ id }, i) => ({ instrumentId: id, columns: columnsOf(i) }))

function columnsOf(seed: number): MarketColumns {
  const random = createRandom(seed)
  const columns = Object.fromEntries(BAR_COLUMNS.map((name) => [name, new Float64Array(ROWS)]))
  let price = 1.1
  for (let row = 0; row < ROWS; row++) {
    const open = price
    price = Math.round((price + (random() - 0.5) / 1000) * 1e5) / 1e5
    const bid = [open, Math.max(open, price) + 0.0001, Math.min(open, price) - 0.0001, price]
    const values = [START + row * 60_000, ...bid, ...bid.map((one) => one + 0.0001), 10]
    BAR_COLUMNS.forEach((name, column) => ((columns[name] as Float64Array)[row] = values[column] as number))
  }
  return { kind: 'bar', ...columns } as unknown as MarketColumns
}

let random: () => number
/** The script in a world whose clock and randomness start over. */
function script(): ScriptFactory {
  const { javascript, errors } = analyzeScript(SCRIPT.replace('end(lines)', "throw new Error(lines.join('\\n'))"))
  expect(errors).toEqual([])
  random = createRandom(SPEC.seed)
  const math = Object.create(Math, { random: { value: () => random() } }) as Math
  // oxlint-disable-next-line no-eval -- a wrapped script is one expression, made to be evaluated
  const make = (0, eval)(`(function(Math,Date){return ${wrapScript(javascript, [])}})`) as (
    math: Math,
    date: unknown,
  ) => ScriptFactory
  class NoDate {
    static now = () => 0
    toISOString = () => ''
  }
  return make(math, NoDate)
}

function linesOf(error: unknown): string[] {
  return (error as Error).message.split('\n')
}

/** What the script observes in a run. */
function inRun(): string[] {
  try {
    const run = createRun({ spec: SPEC, series: SERIES, factory: script() })
    while (run.step(1024));
  } catch (error) {
    return linesOf(error)
  }
  return []
}

/** What it observes in a run of an analysis. */
function inAnalysis(observation: Observation): string[] {
  const world = { begin: (seed: number) => void (random = createRandom(seed)), useClock: () => undefined }
  const steps = observedRun({ factory: script(), world }, { spec: SPEC, series: SERIES, sources: [], observation })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return linesOf(step.value.thrown?.error)
  }
}

describe('what a script can observe of its API', () => {
  let expected: string[]
  beforeEach(() => {
    expected = inRun()
  })

  it('is a lot', () => {
    expect(expected.length).toBeGreaterThan(2_000)
  })

  it.each<[string, Observation]>([
    ['that notes the places of orders', { places: true }],
    ['that notes what is read', { readsAt: SPEC.start + 5 * 60_000 }],
    ['that keeps finished bars', { keepFinished: true }],
    ['that knows finished bars', { hindsight: { finished: new Map(), onlyAt: null } }],
  ])('is the same in a run and in an analysis %s', (_, observation) => {
    expect(inAnalysis(observation)).toEqual(expected)
  })
})
