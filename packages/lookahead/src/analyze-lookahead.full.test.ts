import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInThisContext } from 'node:vm'
import { type BarColumns, type BarInterval, createRandom, defineInstrument } from '@tradeloom/domain'
import { DEFAULT_MODELS, type ScriptFactory } from '@tradeloom/engine'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import { afterEach, describe, expect, it } from 'vitest'

import { observedRun } from './observed-run.ts'
import { analyzeLookahead } from './analyze-lookahead.ts'
import type { DetectorName, LookaheadReport } from './report.ts'
import { scriptHints } from './script-hints.ts'
import type { Sample } from './synthetic-sample.ts'

interface Changes {
  readonly seed?: number
  readonly interval?: BarInterval
  readonly sample?: (externals: Record<string, number>) => Sample
}

/** Analyzes a script in this process, with a simulated clock and seeded randomness like the sandbox. */
function analyze(source: string, { seed = 1, interval = 'M15', sample }: Changes = {}): LookaheadReport {
  const { javascript, externals: declared, markets, series, errors } = analyzeScript(source, 'algorithm')
  if (errors[0]) throw new Error(`${errors[0].line}: ${errors[0].message}`)
  const names = declared.map(({ name }) => name)
  const externals = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue ?? 0]))
  let random = createRandom(seed)
  let now: () => number = () => 0
  const math = Object.create(Math, { random: { value: () => random() } }) as Math
  const text = wrapScript(javascript, names)
  const open = '(function(Math,Date){return '
  const columnOffset = -open.length - text.indexOf(javascript)
  const make = runInThisContext(`${open}${text}})`, { filename: 'algorithm.js', columnOffset }) as (
    math: Math,
    date: DateConstructor,
  ) => ScriptFactory
  const RealDate = Date
  const date = function (...parts: unknown[]): Date {
    return Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts) as Date
  } as unknown as DateConstructor
  Object.assign(date, { now: () => now(), UTC: RealDate.UTC, parse: RealDate.parse })
  const world = {
    begin: (given: number) => void (random = createRandom(given)),
    useClock: (clock: () => number) => void (now = clock),
  }
  const steps = analyzeLookahead({
    runTrial: (trial) => observedRun({ factory: make(math, date), world }, trial),
    hints: scriptHints(javascript),
    sample: sample?.(externals) ?? null,
    interval,
    externals,
    markets,
    datasets: series.map(({ code }) => code),
    seed,
    initialBalance: 10_000,
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** EUR/USD of one month, minutes of the bid with spreads; not part of the repository. */
const REAL_MONTH_FILE = fileURLToPath(
  new URL('../../../../shared/data/fx/eurusd-m1-mt5/EURUSD_M1_2024_02.csv', import.meta.url),
)

let month: BarColumns | undefined

function readMonth(): BarColumns {
  const rows = readFileSync(REAL_MONTH_FILE, 'utf8').trim().split(/\r?\n/).slice(1)
  const fields = rows.map((row) => row.split('\t'))
  const time = Float64Array.from(fields, ([date = '', clock = '']) =>
    Date.parse(`${date.replaceAll('.', '-')}T${clock}Z`),
  )
  const bid = (at: number) => Float64Array.from(fields, (field) => Number(field[at]))
  const spread = Float64Array.from(fields, (field) => Number(field[8]) / 100_000)
  const ask = (at: number) => bid(at).map((price, row) => Math.round((price + (spread[row] ?? 0)) * 1e5) / 1e5)
  return {
    kind: 'bar',
    time,
    bidOpen: bid(2),
    bidHigh: bid(3),
    bidLow: bid(4),
    bidClose: bid(5),
    askOpen: ask(2),
    askHigh: ask(3),
    askLow: ask(4),
    askClose: ask(5),
    volume: bid(6),
  }
}

/** Its last three weeks; the first is history. Times are read as UTC, which makes no difference here. */
function realMonth(externals: Record<string, number>): Sample {
  month ??= readMonth()
  const columns = month
  const { time } = columns
  const instrument = defineInstrument('EURUSD:MT5')
  const spec = {
    ...DEFAULT_MODELS,
    instrument,
    conversions: [],
    interval: 'M15' as const,
    resolution: 1 as const,
    start: (time[0] ?? 0) + 6 * 86_400_000,
    end: (time.at(-1) ?? 0) + 60_000,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals,
    closures: [],
    seed: 1,
  }
  return { spec, series: [{ instrumentId: instrument.id, columns }], sources: [] }
}

const SAMPLES = new URL('../../../tests/lookahead-samples/', import.meta.url)
/** Biased samples by the detector that finds them. The fast lane analyzes these, the full lane all of them. */
const FOUND_BY: Record<Exclude<DetectorName, 'cut' | 'releases'>, readonly string[]> = {
  state: ['second-look.js'],
  dates: ['dated-news.js', 'behind-a-limit.js', 'stops-by-date.js', 'days-of-another-market.js'],
  calendar: ['days-of-the-year.js'],
  prices: ['fingerprint-of-bars.js'],
  levels: ['known-levels.js'],
  schedule: ['hours-since-start.js', 'sleeper.js'],
  start: ['days-off.js', 'twenty-five-bits.js'],
  'warm-up': ['count-of-bars.js'],
  repaint: ['flickering-rsi.js', 'forming-hour.js'],
}
/** Of the others, the fast lane analyzes those that differ most: orders, ticks, intervals, markets, chance, languages. */
const OTHERS = new Set([
  'average-cross.js',
  'coin-toss.js',
  'draws-forming-bars.js',
  'externals-everywhere.js',
  'pair-of-markets.js',
  'stop-orders.js',
  'ticks-only.js',
  'typed-channel.ts',
  'between-dates.js',
])
const ALWAYS = new Set([...Object.values(FOUND_BY).flat(), ...OTHERS])
/** Another seed gives another market and other cuts: what the fast lane analyzes on both, the others in turn. */
const SEEDS = [1, 4]

function tagsOf(name: string, seed: number): string[] {
  return seed === SEEDS[0] && ALWAYS.has(name) ? [] : ['full']
}

function samples(kind: 'biased' | 'unbiased' | 'limited'): { name: string; source: string }[] {
  const folder = new URL(`${kind}/`, SAMPLES)
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, source: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Where a formatter would move a comment, it precedes the line that it is about. */
function lineOf(text: string, at: number): number {
  return text.includes('on the next line') ? at + 2 : at + 1
}

/** The line with the bias carries its kind in a comment. */
function biasOf(source: string): { kind: string; line: number } {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.includes('// BIAS '))
  return { kind: /BIAS ([a-z-]+)/.exec(lines[at] ?? '')?.[1] ?? '', line: lineOf(lines[at] ?? '', at) }
}

afterEach(() => {
  // One of the biased samples keeps its knowledge on a prototype, which only the sandbox freezes.
  Reflect.deleteProperty(Array.prototype, 'tradeloomMemory')
})

function withSeeds(kind: 'biased' | 'limited'): { name: string; source: string; seed: number }[] {
  return samples(kind).flatMap((sample, at) => {
    const seeds = ALWAYS.has(sample.name) ? SEEDS : [SEEDS[at % SEEDS.length] as number]
    return seeds.map((seed) => ({ ...sample, seed }))
  })
}

describe('the samples', () => {
  it('include those of the fast lane', () => {
    const names = new Set((['biased', 'unbiased', 'limited'] as const).flatMap(samples).map(({ name }) => name))
    expect([...ALWAYS].filter((name) => !names.has(name))).toEqual([])
  })
})

describe('the biased samples', () => {
  it('include at least thirty', () => expect(samples('biased').length).toBeGreaterThanOrEqual(30))

  for (const { name, source, seed } of withSeeds('biased')) {
    it(`${name} is found, with its line, on market ${seed}`, { tags: tagsOf(name, seed) }, () => {
      const bias = biasOf(source)
      const { verdict, findings } = analyze(source, { seed })
      expect(verdict, JSON.stringify(findings)).toBe(bias.kind)
      expect(findings[0], JSON.stringify(findings)).toMatchObject({ kind: bias.kind, line: bias.line })
      for (const [detector, names] of Object.entries(FOUND_BY)) {
        if (seed === SEEDS[0] && names.includes(name))
          expect(findings.map((finding) => finding.detector)).toContain(detector)
      }
    })
  }
})

describe('the unbiased samples', () => {
  it('include at least fifty', () => expect(samples('unbiased').length).toBeGreaterThanOrEqual(50))

  for (const { name, source } of samples('unbiased')) {
    it(`${name} passes on a simulated market`, { tags: tagsOf(name, 1) }, () => {
      const { verdict, findings, sample } = analyze(source)
      expect(findings).toEqual([])
      expect(verdict).toBe('unbiased')
      expect(sample.orders).toBeGreaterThan(0)
    })
  }

  describe.skipIf(!existsSync(REAL_MONTH_FILE))('on a real month', () => {
    // The month holds prices of one instrument only.
    const onOneMarket = samples('unbiased').filter(({ source }) => !source.includes('market('))
    it.each(onOneMarket)('$name passes', { tags: ['full'] }, ({ source }) => {
      const { findings } = analyze(source, { sample: realMonth })
      expect(findings).toEqual([])
    })
  })
})

describe('samples with date filters', () => {
  for (const { name, source, seed } of withSeeds('limited')) {
    const tags = tagsOf(name, seed)
    it(`${name} passes with a caution about its filter on market ${seed}`, { tags }, () => {
      const { verdict, findings, cautions } = analyze(source, { seed })
      expect(findings).toEqual([])
      expect(verdict).toBe('unbiased')
      const lines = source.split('\n')
      const at = lines.findIndex((text) => text.includes('// LIMIT'))
      const line = lineOf(lines[at] ?? '', at)
      expect(cautions).toEqual([
        { line, column: expect.any(Number), message: expect.stringContaining('No analysis can tell') },
      ])
    })
  }
})

describe('the analysis', () => {
  it('gives the same report each time', () => {
    const { source } = samples('biased')[0] as { source: string }
    expect(analyze(source)).toEqual(analyze(source))
  })

  it('does not verify a script that places no orders', () => {
    const report = analyze('function onIntervalClose(bar) { plot("close", bar.close) }')
    expect(report).toMatchObject({ verdict: 'not-verified', findings: [], detectors: [] })
    expect(report.reason).toContain('no orders')
    const rejected = analyze('function onIntervalClose() { buy({ quantity: 0 }) }')
    expect(rejected).toMatchObject({
      verdict: 'not-verified',
      reason: expect.stringMatching(/All \d+ orders .* were rejected/),
    })
  })

  it('does not compare runs of an account that lacks margin in some of them only', () => {
    // One position needs half of the balance, so some orders are rejected, and others without history.
    const large = { unbiased: 'long-exponential.js', biased: 'second-look.js' } as const
    const [honest = '', memory = ''] = Object.entries(large).map(([kind, file]) =>
      (samples(kind as keyof typeof large).find(({ name }) => name === file)?.source ?? '').replaceAll(
        '10000',
        '200000',
      ),
    )
    expect(analyze(honest)).toMatchObject({
      verdict: 'not-verified',
      reason: expect.stringContaining('lacked margin more often in some runs than in others'),
      findings: [],
    })
    expect(analyze(memory)).toMatchObject({ verdict: 'look-ahead', findings: [{ detector: 'state' }] })
  })

  it('simulates a crypto market for a script that does not trade on a currency pair', () => {
    const source = `const slow = indicators.SMA('M15', 20)
      function onIntervalClose(bar) {
        if (!slow.ready || positions.count > 0 || bar.close < 1000) return
        if (bar.close < slow.value()) buy({ quantity: 0.25, stopLoss: round(bar.close - 100), takeProfit: round(bar.close + 100) })
      }`
    const { verdict, sample } = analyze(source)
    expect(sample.instrumentId).toBe('BTCUSDT:SIM')
    expect(verdict).toBe('unbiased')
  })

  it('cautions about an error without history, which is not a bias', () => {
    const source = `const quarters = bars('M15')
const slow = indicators.SMA('M15', 40)
function onIntervalClose(bar) {
  const before = quarters.at(30).close
  if (!slow.ready || positions.count > 0) return
  const request = { quantity: 1000, takeProfitPips: 5, stopLossPips: 5 }
  if (bar.close > before) buy(request)
  else sell(request)
}`
    expect(analyze(source)).toMatchObject({
      verdict: 'unbiased',
      findings: [],
      cautions: [{ line: 4, message: expect.stringContaining('Cannot read properties of null') }],
    })
  })

  it('gives the script the account and the instrument of a backtest on the simulated market', () => {
    const { id, symbol, broker, displaySymbol, precision, pipSize, marginRate } = defineInstrument('EURUSD:SIM')
    const expected = { id, symbol, broker, displaySymbol, precision, pipSize, marginRate }
    const seen = ['account.initialBalance', 'account.equity', 'account.currency', 'JSON.stringify(instrument)']
    const source = `function onIntervalClose() { throw new Error([${seen.join()}].join('|')) }`
    let message = ''
    try {
      analyze(source)
    } catch (error) {
      message = (error as Error).message
    }
    const [balance, equity, currency, instrument = ''] = message.split('|')
    expect([balance, equity, currency]).toEqual(['10000', '10000', 'USD'])
    expect(JSON.parse(instrument)).toMatchObject(expected)
  })

  it('throws what the script throws in its first run', () => {
    expect(() => analyze('function onIntervalClose() { throw new Error("mine") }')).toThrow('mine')
  })

  it('simulates a market at the times and prices written in the script', () => {
    const source = `const known = ['2019-05-07', '2019-05-09']
      function onIntervalClose(bar) {
        if (known.includes(new Date(bar.time).toISOString().slice(0, 10)) && bar.close < 151.25 && bar.time % 14400000 === 0) buy({ quantity: 1 })
      }`
    const { sample, verdict } = analyze(source)
    expect(new Date(sample.start).getUTCFullYear()).toBe(2019)
    expect(verdict).toBe('look-ahead')
  })

  it('distinguishes an unbiased script from the same one with a date filter and from one with a list of days', () => {
    const cross = samples('unbiased').find(({ name }) => name === 'average-cross.js')?.source ?? ''
    expect(analyze(cross)).toMatchObject({ verdict: 'unbiased', cautions: [] })
    const after = (line: string) =>
      cross.replace('function onIntervalClose() {', `function onIntervalClose() {\n  ${line}`)
    const limited = analyze(after('if (now() > 1706000000000) return'))
    expect(limited).toMatchObject({ verdict: 'unbiased', findings: [], cautions: [{ line: 10 }] })
    const picked = analyze(
      after('if (![9, 11, 16, 22, 26, 31].includes((now() - 1704067200000) / 86400000 | 0)) return'),
    )
    expect(picked).toMatchObject({ verdict: 'look-ahead', findings: [{ detector: 'dates', line: 10 }] })
  })

  it('attributes changes after skipped days to the filter', () => {
    const { source } = samples('limited').find(({ name }) => name === 'not-around-the-news.js') as { source: string }
    expect(analyze(source, { seed: 13 })).toMatchObject({ verdict: 'unbiased', findings: [] })
  })

  it('cautions about randomness derived from prices, which is not a bias', () => {
    const { source } = samples('unbiased').find(({ name }) => name === 'chance-by-prices.js') as { source: string }
    expect(analyze(source)).toMatchObject({
      verdict: 'unbiased',
      findings: [],
      cautions: [{ message: expect.stringContaining('last digit of prices') }],
    })
  })
})
