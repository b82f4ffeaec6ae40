import { createRandom, DAY, defineInstrument, HOUR } from '@tradeloom/domain'
import { DEFAULT_MODELS, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'

import { analyzeLookahead } from './analyze-lookahead.ts'
import { observedRun } from './observed-run.ts'
import type { LookaheadReport } from './report.ts'
import { scriptHints } from './script-hints.ts'
import { syntheticKnown } from './synthetic-known.ts'
import { syntheticMarket } from './synthetic-market.ts'
import type { Sample } from './synthetic-sample.ts'

const START = Date.UTC(2024, 0, 7, 22)
const END = START + 90 * DAY
const CODE = 'FRED:CPIAUCSL'
const instrument = defineInstrument('EURUSD:SIM')
const [dataset] = syntheticKnown([CODE], { from: START, to: END, seed: 5 })
const columns = dataset!.columns

/** Real data of three months, in which a value is published every third day. */
function realSample(): Sample {
  const spec: RunSpec = {
    ...DEFAULT_MODELS,
    instrument,
    conversions: [],
    interval: 'H1',
    resolution: 1,
    start: START,
    end: END,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 1,
  }
  const market = { instrument, seed: 3, from: START - 60 * DAY, to: END, rowMs: HOUR, level: 1.1 }
  const series = [{ instrumentId: instrument.id, columns: syntheticMarket(market) }]
  return { spec, series, sources: [dataset!] }
}

function analyze(source: string, sample: Sample | null): LookaheadReport {
  const { javascript, series, errors } = analyzeScript(source)
  expect(errors).toEqual([])
  let random = createRandom(1)
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(javascript, [])) as ScriptFactory
  const world = { begin: (seed: number) => void (random = createRandom(seed)), useClock: () => random }
  const steps = analyzeLookahead({
    runTrial: (trial) => observedRun({ factory, world }, trial),
    hints: scriptHints(javascript),
    sample,
    interval: 'H1',
    externals: {},
    markets: [],
    datasets: series.map(({ code }) => code),
    seed: 1,
    initialBalance: 10_000,
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const HONEST = `const prices = series('${CODE}')
  function onIntervalClose() {
    if (!prices.isNew || prices.count < 3) return
    closeAll()
    if (prices.value > prices.ago(1)) buy({ quantity: 1000 })
    else sell({ quantity: 1000 })
  }`

/** Each period's value from the end of the period on, which is a day and a half before it is published. */
function cheating(): string {
  const rows = [...columns.period].flatMap((period, row) => {
    const value = columns.value[row]!
    const isInRun = period >= START && period < END - 3 * DAY
    return isInRun ? [`[${period + 3 * DAY}, ${value}]`] : []
  })
  return `const prices = series('${CODE}')
  const written = [${rows.join(', ')}]
  let last = 0
  function onIntervalClose() {
    for (const [time, value] of written) {
      if (time > now() || time <= last) continue
      last = time
      closeAll()
      if (value > prices.value) buy({ quantity: 1000 })
      else sell({ quantity: 1000 })
    }
  }`
}

const lineOf = ({ detectors }: LookaheadReport) => detectors.find(({ detector }) => detector === 'releases')

describe('a script that reads datasets', () => {
  it('is unbiased when it acts on what is published, on real and on simulated data', () => {
    for (const sample of [realSample(), null]) {
      const report = analyze(HONEST, sample)
      expect([report.verdict, report.findings]).toEqual(['unbiased', []])
      expect(report.sample.orders).toBeGreaterThan(8)
      expect(lineOf(report)?.outcome).toBe('passed')
    }
  })

  it('is caught when it knows values by their periods, before they are published', () => {
    const report = analyze(cheating(), realSample())
    expect(report.verdict).toBe('look-ahead')
    expect(lineOf(report)).toMatchObject({ outcome: 'failed' })
    expect(lineOf(report)?.note).toMatch(
      /^The script contains \d+ values of FRED:CPIAUCSL that are not known before the run/,
    )
  })

  it('is caught when it reads revised values by the periods that are published', () => {
    const last = new Map([...columns.period].map((period, row) => [period, columns.value[row]!]))
    const rows = [...last].filter(([period]) => period >= START - 9 * DAY && period < END - 6 * DAY)
    const report = analyze(
      `const prices = series('${CODE}')
      const revised = new Map([${rows.map(([period, value]) => `[${period}, ${value}]`).join(', ')}])
      function onIntervalClose() {
        const [value, before] = [revised.get(prices.period), revised.get(prices.period - ${3 * DAY})]
        if (!prices.isNew || value === undefined || before === undefined) return
        closeAll()
        if (value > before) buy({ quantity: 1000 })
        else sell({ quantity: 1000 })
      }`,
      realSample(),
    )
    expect(report.verdict).toBe('look-ahead')
    expect(lineOf(report)?.note).toMatch(
      /^The script contains \d+ values of FRED:CPIAUCSL that are not known before the run: 100% of its entries stay when other values are published in their place$/,
    )
  })

  it('is unbiased when it contains such numbers and acts on what is published', () => {
    const numbers = [...columns.value].filter((_, row) => columns.knownAt[row]! > START).slice(0, 20)
    const report = analyze(`${HONEST}\nconst levels = [${numbers.join(', ')}]`, realSample())
    expect([report.verdict, lineOf(report)?.outcome]).toEqual(['unbiased', 'passed'])
  })

  it('has nothing to test without any', () => {
    const report = analyze(
      `function onIntervalClose(bar) { if (positions.count === 0 && bar.close > bar.open) buy({ quantity: 1000 }) }`,
      null,
    )
    expect(lineOf(report)).toEqual({ detector: 'releases', outcome: 'skipped', note: 'The script reads no datasets' })
  })
})
