import { createRun, type RunSpec } from '@tradeloom/engine'
import { createRunnerPool, type RunnerPool, type SweepRow } from '@tradeloom/sandbox'
import { analyzeScript, wrapScript } from '@tradeloom/script'
import type { BarColumns } from '@tradeloom/domain'
import type { ScriptFactory } from '@tradeloom/engine'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handLoop } from './hand-loop.ts'
import { load, type Market, minuteBars } from './market.ts'
import type { Row, Table } from './measure.ts'
import { HAND_SETTINGS, MODELS_WITH_COSTS, runSpec, SMA_CROSS } from './strategies.ts'

const RUNS = 1000
/** Runs that are measured one by one in isolates of their own. */
const SINGLE_RUNS = 30
/** What a coordinator aims at. */
const BATCH_MS = 1000

const SCRIPT = `const externals = [{ name: 'fastLength', defaultValue: 11 }, { name: 'slowLength', defaultValue: 31 }]
${SMA_CROSS.replace("'M1', 11", 'runInterval, fastLength').replace("'M1', 31", 'runInterval, slowLength')}`

type Point = { readonly fastLength: number; readonly slowLength: number }

const POINTS: readonly Point[] = Array.from({ length: RUNS }, (_, at) => ({
  fastLength: 3 + (at % 25),
  slowLength: 30 + 3 * Math.floor(at / 25),
}))

/** The cost of a run in a sweep, against the engine alone, single runs in isolates of their own, and a loop by hand. */
export async function sweeps(folder: string): Promise<Table[]> {
  const month = await minuteBars(folder, 30)
  const year = await minuteBars(folder, 365)
  const cacheDir = mkdtempSync(join(tmpdir(), 'tradeloom-bench-engine-'))
  const open = (size: number) => createRunnerPool({ size, cacheDir, readableDirs: [folder] })
  const tables: Table[] = []
  for (const [what, market, interval] of [
    ['a month, bars of 15 minutes', month, 'M15'],
    ['a month, bars of a minute', month, 'M1'],
    ['a year, bars of a minute', year, 'M1'],
  ] as const) {
    const spec: RunSpec = { ...runSpec(market, MODELS_WITH_COSTS), interval }
    tables.push(await compare(what, market, spec, open))
  }
  rmSync(cacheDir, { recursive: true })
  return tables
}

async function compare(
  what: string,
  market: Market,
  spec: RunSpec,
  open: (size: number) => Promise<RunnerPool>,
): Promise<Table> {
  const columns = (await load(market)) as BarColumns
  const engine = engineMs(market, columns, spec)
  const hand = handMs(columns, spec)
  const single = await open(1)
  const alone = await singleMs(single, market, spec)
  const one = await sweepMs(single, market, spec, 1)
  const oneAgain = await sweepMs(single, market, spec, 1)
  await single.close()
  const pair = await open(2)
  await sweepMs(pair, market, spec, 2)
  const two = await sweepMs(pair, market, spec, 2)
  await pair.close()
  checkAgreement(columns, spec, one.rows)
  const row = (name: string, ms: number, note = ''): Row => ({ what: name, ms, ratio: ms / engine, note })
  return {
    title: `${RUNS} runs of a sweep, ${what}; each`,
    rows: [
      row('engine alone: creating a run and its steps', engine, 'processor time'),
      row('in a sweep, one worker', one.cpuMs, 'processor time, from the first run on'),
      row('in a sweep after its first batch', one.laterCpuMs, 'processor time'),
      row('in an isolate of its own', alone, `processor time, mean of ${SINGLE_RUNS} runs`),
      row('loop by hand', hand, 'processor time'),
      // Of a second sweep: during the first one, spare runners start, which takes longer than the short sweeps here.
      row('one worker', oneAgain.wallMs, 'wall time'),
      row('two workers', two.wallMs, `wall time, ${(oneAgain.wallMs / two.wallMs).toFixed(2)} times as fast as one`),
    ],
  }
}

/** Processor time of `work` for each point, milliseconds. */
function cpuOf(points: readonly Point[], work: (point: Point) => void): number {
  const before = process.cpuUsage()
  for (const point of points) work(point)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / points.length
}

function engineMs(market: Market, columns: BarColumns, spec: RunSpec): number {
  const { javascript, externals } = analyzeScript(SCRIPT, 'algorithm')
  const names = externals.map(({ name }) => name)
  // oxlint-disable-next-line no-eval -- our own text, compiled without a sandbox because the engine is measured
  const factory = (0, eval)(wrapScript(javascript, names)) as ScriptFactory
  const series = [{ instrumentId: market.instrument.id, columns }]
  const work = (externalsOfRun: Point): void => {
    const run = createRun({ spec: { ...spec, externals: { ...externalsOfRun } }, series, factory })
    while (run.step(2048));
  }
  for (const point of POINTS.slice(0, 50)) work(point)
  return cpuOf(POINTS, work)
}

function handMs(columns: BarColumns, spec: RunSpec): number {
  const work = (point: Point): void => void handLoop(columns, handSettings(point, spec))
  for (const point of POINTS.slice(0, 50)) work(point)
  return cpuOf(POINTS, work)
}

function handSettings({ fastLength, slowLength }: Point, { interval }: RunSpec) {
  const barMs = interval === 'M15' ? 900_000 : 60_000
  return { ...HAND_SETTINGS, fast: fastLength, slow: slowLength, barMs }
}

async function singleMs(pool: RunnerPool, market: Market, spec: RunSpec): Promise<number> {
  let sum = 0
  for (const [at, externals] of POINTS.slice(0, SINGLE_RUNS).entries()) {
    const outcome = await pool.run({
      ...jobOf(market),
      id: `single ${at}`,
      spec: { ...spec, externals: { ...externals } },
    })
    if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
    sum += outcome.cpuMs
  }
  return sum / SINGLE_RUNS
}

/** All points in batches of about a second, `workers` at a time. */
async function sweepMs(pool: RunnerPool, market: Market, spec: RunSpec, workers: number) {
  const rows: SweepRow[] = []
  const costs: { readonly runs: number; readonly cpuMs: number }[] = []
  let next = 0
  let size = 8
  const begin = performance.now()
  const work = async (): Promise<void> => {
    while (next < RUNS) {
      const from = next
      next += Math.min(size, Math.ceil((RUNS - next) / workers))
      const points = POINTS.slice(from, next)
      const request = { ...jobOf(market), id: `batch ${from}`, sweep: 'sweep', spec, points, metrics: ['profit'] }
      const outcome = await pool.sweep(request)
      if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
      for (const [at, row] of outcome.rows.entries()) rows[from + at] = row
      costs.push({ runs: points.length, cpuMs: outcome.cpuMs })
      size = Math.max(8, Math.min(250, Math.round((BATCH_MS * points.length) / outcome.wallMs)))
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  const wallMs = (performance.now() - begin) / RUNS
  const mean = (some: typeof costs): number =>
    some.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / some.reduce((sum, { runs }) => sum + runs, 0)
  return { rows, wallMs, cpuMs: mean(costs), laterCpuMs: mean(costs.slice(1)) }
}

function jobOf({ instrument, file }: Market) {
  return { tenant: 'bench', source: SCRIPT, series: [{ instrumentId: instrument.id, columnsFile: file }] }
}

function checkAgreement(columns: BarColumns, spec: RunSpec, rows: readonly SweepRow[]): void {
  let checked = 0
  let agreed = 0
  for (const [at, row] of rows.entries()) {
    if (row.status !== 'Completed') throw new Error(JSON.stringify(row))
    if (at % 50 > 0) continue
    checked++
    const { equity } = handLoop(columns, handSettings(POINTS[at] as Point, spec))
    if (Math.abs(equity - HAND_SETTINGS.balance - row.profit) < 1e-4) agreed++
  }
  // Averages that are equal but for rounding make a few runs differ.
  if (agreed < 0.75 * checked) throw new Error(`Loop and sweep agree in ${agreed} of ${checked} runs only`)
}
