import { type BarColumns, defineInstrument, knownColumns, type TickColumns } from '@tradeloom/domain'
import { createRun, DEFAULT_MODELS, type RunSpec, type ScriptFactory } from '@tradeloom/engine'
import { indicatorColumns, type IndicatorDefinition } from '@tradeloom/indicators'
import { analyzeScript, type ScriptAnalysis, wrapScript } from '@tradeloom/script'
import { expect } from 'vitest'

const MINUTE = 60_000
/** A Monday. */
const START = Date.UTC(2024, 0, 8)
const ROWS = 3 * 1440
const instrument = defineInstrument('EURUSD:TEST')

/** Two waves, so that averages cross and stops are met. */
function waveAt(minute: number): number {
  return 1.1 + 0.004 * Math.sin(minute / 90) + 0.001 * Math.sin(minute / 7)
}

const column = (at: (minute: number) => number): Float64Array =>
  Float64Array.from({ length: ROWS }, (_, row) => Math.round(at(row) * 1e5) / 1e5)

const SPREAD = 0.0001
const bars: BarColumns = {
  kind: 'bar',
  time: Float64Array.from({ length: ROWS }, (_, row) => START + row * MINUTE),
  bidOpen: column((row) => waveAt(row)),
  bidHigh: column((row) => Math.max(waveAt(row), waveAt(row + 1)) + 0.0002),
  bidLow: column((row) => Math.min(waveAt(row), waveAt(row + 1)) - 0.0002),
  bidClose: column((row) => waveAt(row + 1)),
  askOpen: column((row) => waveAt(row) + SPREAD),
  askHigh: column((row) => Math.max(waveAt(row), waveAt(row + 1)) + 0.0002 + SPREAD),
  askLow: column((row) => Math.min(waveAt(row), waveAt(row + 1)) - 0.0002 + SPREAD),
  askClose: column((row) => waveAt(row + 1) + SPREAD),
  volume: new Float64Array(ROWS).fill(7),
}
const ticks: TickColumns = {
  kind: 'tick',
  time: bars.time,
  bid: bars.bidOpen,
  ask: bars.askOpen,
}

function compiled<Result>(source: string, externals: readonly string[], kind: 'algorithm' | 'indicator'): Result {
  const { javascript } = analyzeScript(source, kind)
  // oxlint-disable-next-line no-eval -- the documentation's own text, compiled the way that hosts compile scripts
  return (0, eval)(wrapScript(javascript, externals, kind)) as Result
}

/** Two years of a dataset, and a value of its last month that comes during the run. */
function publishedMonthly({ code, column }: ScriptAnalysis['series'][number]) {
  const months = Array.from({ length: 24 }, (_, month) => {
    const [periodStart, periodEnd] = [Date.UTC(2022, month, 1), Date.UTC(2022, month + 1, 1)]
    const knownAt = month === 23 ? START + 1440 * MINUTE : periodEnd + 2 * 1440 * MINUTE
    const quality = month < 12 ? ('lagged' as const) : ('vintage' as const)
    return { periodStart, periodEnd, value: 100 + month / 10, knownAt, vintage: null, quality }
  })
  return { id: column === null ? code : `${code}#${column}`, columns: knownColumns(months) }
}

/** Lines that belong to the top level of a script; all others stand in a handler. */
const TOP_LEVEL = /^(?:every\(|const \w+ = (?:\w+\.)?(?:indicators|bars|market|series)\b)/

/** Fragments stand in a script with two averages, working orders and an open position. */
export function wholeScript(code: string): string {
  if (TOP_LEVEL.test(code)) return `${code}\nfunction onIntervalClose() {}`
  return `const fast = indicators.SMA(runInterval, 3)
const slow = indicators.SMA(runInterval, 8)
let count = 0
function onIntervalClose(bar) {
  count += 1
  if (count % 60 === 1) {
    buy({ quantity: 10000, limitPrice: round(bar.close - pips(20)) })
    buy({ quantity: 10000, stopPrice: round(bar.close + pips(30)) })
    buy({ quantity: 10000, stopLossPips: 50, takeProfitPips: 50 })
  }
  if (count % 60 !== 10) return
${code}
}`
}

/** Runs an algorithm in the engine on three days of minutes, or of ticks. */
export function runAlgorithm(code: string): void {
  const { externals, series, errors } = analyzeScript(code)
  expect(errors).toEqual([])
  const usesTicks = code.includes('ticks:')
  const pound = defineInstrument('GBPUSD:TEST')
  const markets = code.includes("market('GBPUSD')")
    ? [{ instrument: pound, closures: [], swap: null, funding: null }]
    : []
  const spec = {
    ...DEFAULT_MODELS,
    instrument,
    conversions: [],
    interval: usesTicks ? 'Tick' : 'M1',
    resolution: usesTicks ? 0 : 1,
    start: START,
    end: START + ROWS * MINUTE,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals: Object.fromEntries(externals.map(({ name, defaultValue }) => [name, defaultValue ?? 0])),
    closures: [],
    seed: 1,
    ...(markets.length > 0 && { markets }),
  } as RunSpec
  const names = externals.map(({ name }) => name)
  const columns = usesTicks ? ticks : bars
  const started = createRun({
    spec,
    series: [
      { instrumentId: instrument.id, columns },
      ...(markets.length > 0 ? [{ instrumentId: pound.id, columns }] : []),
    ],
    sources: series.map(publishedMonthly),
    factory: compiled<ScriptFactory>(code, names, 'algorithm'),
    intervals: false,
  })
  while (started.step(10_000));
  started.finish()
}

interface IndicatorScript {
  readonly onTick: IndicatorDefinition['factory'] extends (scope: never) => infer Formula ? Formula : never
  readonly outputs?: readonly string[]
}

/** Computes an indicator over those bars; it must have values. */
export function runIndicator(code: string): void {
  const { errors, parameters } = analyzeScript(code, 'indicator')
  expect(errors).toEqual([])
  const open = compiled<(scope: object) => IndicatorScript>(code, [], 'indicator')
  const takesOther = /\bother\(/.test(code)
  const outputs = /const outputs = \[(.*)\]/.exec(code)?.[1]?.replaceAll(/['\s]/g, '').split(',') ?? ['value']
  const definition: IndicatorDefinition = {
    key: 'Example',
    pane: 'study',
    outputs,
    repaints: false,
    waitsForMarket: true,
    parameters: parameters.map(({ name, defaultValue }) => ({
      name,
      defaultValue: Number(defaultValue ?? 10),
      isWhole: true,
      minimum: 1,
    })),
    takesOther,
    firstValue: () => 1,
    settled: () => 1,
    ...(outputs.length > 1 && {
      keep: (value, into) => {
        for (const [at, name] of outputs.entries()) into[at]?.push(value[name] ?? NaN)
      },
      named: (from, k) => Object.fromEntries(outputs.map((name, at) => [name, from[at]?.at(k) ?? NaN])),
    }),
    factory: (scope) => open({ instrument, ...scope }).onTick,
  }
  const ohlc = {
    time: bars.time,
    open: bars.bidOpen,
    high: bars.bidHigh,
    low: bars.bidLow,
    close: bars.bidClose,
    volume: bars.volume,
    spread: new Float64Array(ROWS).fill(SPREAD),
  }
  const columns = indicatorColumns(definition, [], ohlc, takesOther ? bars.askClose : undefined)
  expect(columns.some((values) => values.some((value) => Number.isFinite(value)))).toBe(true)
}
