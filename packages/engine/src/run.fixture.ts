import { type BarColumns, defineInstrument, type MarketColumns, type TickColumns } from '@tradeloom/domain'
import { analyzeScript, guardErrors, wrapScript } from '@tradeloom/script'

import { createRangedRun } from './ranged-run.ts'
import { createRun, type Run, type RunInputs } from './run.ts'
import type { Series } from './series.ts'
import type { RunResult } from './run-result.ts'
import { DEFAULT_MODELS, type RunSpec } from './run-spec.ts'
import type { ScriptFactory } from './script/script-types.ts'
import { createSession, type Session, type SessionInputs, type SessionSpec } from './session.ts'

export const MINUTE = 60_000
/** A Monday. */
export const MONDAY = Date.UTC(2024, 0, 8)

/** Compiles a script as hosts do. */
function compileScript(source: string): { factory: ScriptFactory; externals: Record<string, number> } {
  const { javascript, externals, errors } = analyzeScript(source, 'algorithm')
  if (errors[0]) throw new Error(errors[0].message)
  const names = externals.map(({ name }) => name)
  // oxlint-disable-next-line no-eval -- the test's own text, compiled the way that hosts compile scripts
  const factory = (0, eval)(wrapScript(guardErrors(javascript).javascript, names)) as ScriptFactory
  const values = externals.map(({ name, defaultValue }) => [name, defaultValue ?? 0] as const)
  return { factory, externals: Object.fromEntries(values) }
}

export function testSpec(changes: Partial<RunSpec> = {}): RunSpec {
  return {
    ...DEFAULT_MODELS,
    instrument: defineInstrument('EURUSD:TEST'),
    conversions: [],
    interval: 'M1',
    resolution: 1,
    start: MONDAY,
    end: MONDAY + 86_400_000,
    initialBalance: 10_000,
    accountCurrency: 'USD',
    externals: {},
    closures: [],
    seed: 1,
    ...changes,
  }
}

function inputsOf(
  source: string,
  columns: MarketColumns,
  changes: Partial<RunSpec>,
  others: readonly Series[],
  options: Partial<RunInputs>,
): RunInputs {
  const { factory, externals } = compileScript(source)
  const spec = testSpec({ ...changes, externals: { ...externals, ...changes.externals } })
  return {
    spec,
    series: [{ instrumentId: spec.instrument.id, columns }, ...others],
    factory,
    intervals: false,
    ...options,
  }
}

/** If the path inside a bar decides anything, its last steps are those of runs under the other path models. */
export function startRun(
  source: string,
  columns: MarketColumns,
  changes: Partial<RunSpec> = {},
  others: readonly Series[] = [],
  options: Partial<RunInputs> = {},
): Run {
  return createRangedRun(inputsOf(source, columns, changes, others, options), () => undefined)
}

/** Runs a script to its end under its own path model only. */
export function runOnce(...args: Parameters<typeof runScript>): RunResult {
  const [source, columns, changes = {}, others = [], options = {}] = args
  const run = createRun(inputsOf(source, columns, changes, others, options))
  while (run.step(1_000));
  return run.finish()
}

/** Runs a script to its end. */
export function runScript(
  source: string,
  columns: MarketColumns,
  changes: Partial<RunSpec> = {},
  others: readonly Series[] = [],
  options: Partial<RunInputs> = {},
  stepRows = 1_000,
): RunResult {
  const run = startRun(source, columns, changes, others, options)
  while (run.step(stepRows));
  return run.finish()
}

/** A session of a script; what it records is drained by the caller. */
export function startSession(
  source: string,
  { end, sources = [], ...changes }: Partial<SessionSpec> = {},
  options: Partial<SessionInputs> = {},
): Session {
  const { factory, externals } = compileScript(source)
  const spec = testSpec({ ...changes, externals: { ...externals, ...changes.externals } })
  return createSession({ spec: { ...spec, sources, ...(end !== undefined && { end }) }, factory, ...options })
}

/** A bar as open, high, low, close of the bid. */
export type Candle = readonly [number, number, number, number]

/** Minute bars from `start`; the ask is `spread` above the bid. */
export function minuteBars(candles: readonly Candle[], spread = 0, start = MONDAY, step = MINUTE): BarColumns {
  const side = (at: 0 | 1 | 2 | 3, distance: number) =>
    Float64Array.from(candles, (candle) => Math.round((candle[at] + distance) * 1e6) / 1e6)
  return {
    kind: 'bar',
    time: Float64Array.from(candles, (_, row) => start + row * step),
    bidOpen: side(0, 0),
    bidHigh: side(1, 0),
    bidLow: side(2, 0),
    bidClose: side(3, 0),
    askOpen: side(0, spread),
    askHigh: side(1, spread),
    askLow: side(2, spread),
    askClose: side(3, spread),
    volume: new Float64Array(candles.length).fill(1),
  }
}

/** A market at a constant price. */
export function flatBars(price: number, rows: number, spread = 0): BarColumns {
  return minuteBars(
    Array.from({ length: rows }, () => [price, price, price, price] as const),
    spread,
  )
}

/** Ticks given as milliseconds after `MONDAY`, bid, ask. */
export function tickRows(rows: readonly (readonly [number, number, number])[]): TickColumns {
  return {
    kind: 'tick',
    time: Float64Array.from(rows, ([time]) => MONDAY + time),
    bid: Float64Array.from(rows, ([, bid]) => bid),
    ask: Float64Array.from(rows, ([, , ask]) => ask),
  }
}

/** A script that acts right after the close of numbered bars, counted from 1. */
export function atBars(actions: Readonly<Record<number, string>>, extra = ''): string {
  return `let n = 0\nfunction onIntervalClose(bar) { n += 1\n${branches(actions)}}\n${extra}`
}

/** The same with ticks: an order placed after tick 1 meets tick 2. */
export function atTicks(actions: Readonly<Record<number, string>>, extra = ''): string {
  return `let n = 0\nfunction onTick(tick) { n += 1\n${branches(actions)}}\n${extra}`
}

function branches(actions: Readonly<Record<number, string>>): string {
  return Object.entries(actions)
    .map(([at, action]) => `if (n === ${at}) { ${action} }\n`)
    .join('')
}

/** Flat bars at one price each. */
export function still(...prices: readonly number[]): Candle[] {
  return prices.map((price): Candle => [price, price, price, price])
}

/** Ticks one second apart, with these bids. */
export function secondTicks(bids: readonly number[], spread = 0): TickColumns {
  return tickRows(bids.map((bid, at) => [at * 1_000, bid, Math.round((bid + spread) * 1e6) / 1e6] as const))
}

/** Settings of a run on real ticks. */
export const TICKS = { interval: 'Tick', resolution: 0 } as const
