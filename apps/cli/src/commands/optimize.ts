import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { MAX_PERMUTATIONS } from '@tradeloom/contracts'
import { UserError } from '@tradeloom/domain'
import {
  compareTrials,
  createSearch,
  Lattice,
  luckOf,
  maxTrials,
  type Search,
  type SearchOptions,
} from '@tradeloom/optimizer'
import { createRunnerPool, type RunnerPool } from '@tradeloom/sandbox'
import type { Command } from 'commander'
import { ENGINE_CACHE } from '../engine-cache.ts'
import { checkRepeatable } from '../optimize/check-repeatable.ts'
import { csvOfRows } from '../optimize/csv-of-rows.ts'
import { evaluateTrials } from '../optimize/evaluate-trials.ts'
import type { EvaluatedTrial } from '../optimize/evaluated-trial.ts'
import { startInterruption } from '../optimize/interruption.ts'
import type { OptimizeOptions } from '../optimize/optimize-options.ts'
import { parquetOfRows } from '../optimize/parquet-of-rows.ts'
import { parseConstraint } from '../optimize/parse-constraint.ts'
import { parseObjectives } from '../optimize/parse-objectives.ts'
import { parseRanges } from '../optimize/parse-ranges.ts'
import { parseStrategy } from '../optimize/parse-strategy.ts'
import { parseWalkForward } from '../optimize/parse-walk-forward.ts'
import { printOptimization } from '../optimize/print-optimization.ts'
import { printWalkForward } from '../optimize/print-walk-forward.ts'
import { runSearch } from '../optimize/run-search.ts'
import { createSearchProgress, type SearchProgress } from '../optimize/search-progress.ts'
import { walkForward } from '../optimize/walk-forward.ts'
import type { WalkForwardReport } from '../optimize/walk-forward-report.ts'
import { parseBacktestOptions } from '../options/parse-backtest-options.ts'
import { parseNumber } from '../options/parse-text.ts'
import { addRunOptions } from '../options/run-options.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import { readScript } from '../read-script.ts'
import { type TerminalMarket, terminalMarket } from '../run-market.ts'
import { terminalRunSpec } from '../terminal-run-spec.ts'
import type { Terminal } from '../terminal.ts'
import { withRateFiles } from '../with-rate-files.ts'

export function addOptimize(command: Command, terminal: Terminal): void {
  addRunOptions(command)
    .option('--range <name=from:to:count...>', 'values of an external; also from:to:step=S and from:to:decimals=N')
    .option('--strategy <name>', 'exhaustive, genetic, random, tpe or nsga2', 'exhaustive')
    .option('--trials <number>', 'trials of random, tpe and nsga2', '200')
    .option('--genetic <name=value,...>', 'generations, populationSize, survivorCount, mutationRate, …')
    .option('--objective <metric...>', 'metric to improve (default: profit); up to three with nsga2')
    .option(
      '--constraint <metric>=number...>',
      'bound that a result must keep, by a metric in its own unit: maxDrawdown<=10 is 10 percent (rows print it in money)',
    )
    .option('--workers <number>', 'backtests at a time (default: one per processor)')
    .option(
      '--walk-forward <train=days,test=days,…>',
      'also optimize windows; embargo=days, anchored and choose=plateau may follow; train=30+60 repeats for each length',
    )
    .option('--csv <file>', 'write all rows to this file')
    .option('--parquet <file>', 'write all rows to this Parquet file')
  addOutputOptions(command).action((options: OptimizeOptions) => optimize(options, terminal))
}

async function optimize(options: OptimizeOptions, terminal: Terminal): Promise<void> {
  const given = await withRateFiles(parseBacktestOptions(options), options)
  const strategy = parseStrategy(options)
  const objectives = parseObjectives(options.objective ?? ['profit'])
  if (objectives.length > 1 && strategy.kind !== 'nsga2')
    throw new UserError('invalid-input', 'Several objectives require --strategy nsga2')
  const constraints = (options.constraint ?? []).map(parseConstraint)
  const workers = parseWorkers(options.workers)
  const option = options.walkForward === undefined ? null : parseWalkForward(options.walkForward)
  const script = await readScript(options.script)
  const lattice = latticeOf(options, script.externals)
  const first = Object.fromEntries(lattice.axes.map(({ name, valueAt }) => [name, valueAt(0)]))
  const settings = { ...given, externals: { ...given.externals, ...first } }
  const search = searchOf({ lattice, strategy, seed: settings.seed })
  const started: { pool?: Promise<RunnerPool> } = {}
  const onFolder = (columnsDir: string): void => {
    started.pool = createRunnerPool({
      size: workers,
      spares: 0,
      warmsUp: false,
      cacheDir: ENGINE_CACHE,
      readableDirs: [columnsDir],
    })
    started.pool.catch(() => undefined)
  }
  let market: TerminalMarket | null = null
  const progress = createSearchProgress(terminal)
  const total = maxTrials(strategy, lattice.count)
  if (total > MAX_PERMUTATIONS)
    throw new UserError(
      'invalid-input',
      `There are ${counted(total)} permutations, more than ${counted(MAX_PERMUTATIONS)}`,
    )
  // Before the market, whose folder must outlast the first Ctrl+C.
  const interruption = startInterruption(() => progress.stop())
  try {
    market = await terminalMarket(options, settings, script.markets, onFolder)
    const { series, intrabarTicks } = market
    const setup = {
      file: options.script,
      source: script.source,
      spec: terminalRunSpec(script, options, settings, market),
      series: intrabarTicks ? [...series, intrabarTicks] : series,
      lattice,
      objectives,
      constraints,
      pool: (await started.pool) as RunnerPool,
      signal: interruption.signal,
    }
    progress.start('Optimization', total)
    let [done, best]: [number, EvaluatedTrial | null] = [0, null]
    const trials = await runSearch({
      search,
      workers,
      evaluate: (first, points) => evaluateTrials(setup, first, points),
      onTrial: (trial) => {
        if (best === null || compareTrials(trial, best) < 0) best = trial
        progress.update(++done, best.row)
      },
      signal: interruption.signal,
    })
    await checkRepeatable(setup, trials)
    const windows =
      option && (await walkForward(setup, { option, strategy, workers, ...windowProgress(progress, total) }))
    progress.stop()
    if (interruption.signal.aborted) terminal.err(`Interrupted after ${trials.length} of at most ${total} backtests\n`)
    await report(options, { lattice, trials, windows }, objectives[0]?.metric ?? 'profit', settings.seed, terminal)
  } finally {
    interruption.stop()
    progress.stop()
    await started.pool?.then((runners) => runners.close()).catch(() => undefined)
    await market?.close()
  }
}

function windowProgress(progress: SearchProgress, total: number) {
  return {
    onWindow: (number: number, count: number) => progress.start(`Window ${number} of ${count}`, total),
    onTrial: (done: number, best: EvaluatedTrial) => progress.update(done, best.row),
  }
}

function latticeOf(options: OptimizeOptions, externals: readonly { readonly name: string }[]): Lattice {
  if (externals.length === 0)
    throw new UserError('invalid-input', `${options.script} has no externals. Cannot optimize`)
  if (options.range === undefined) throw new UserError('invalid-input', 'Pass --range name=from:to:count')
  const names = externals.map(({ name }) => name)
  return new Lattice(parseRanges(options.range, names))
}

function counted(backtests: number): string {
  return backtests.toLocaleString('en-US')
}

function searchOf(options: SearchOptions): Search {
  try {
    return createSearch(options)
  } catch (error) {
    if (error instanceof RangeError) throw new UserError('invalid-input', error.message)
    throw error
  }
}

function parseWorkers(text: string | undefined): number {
  if (text === undefined) return availableParallelism()
  const workers = parseNumber('--workers', text, 1, 256)
  if (!Number.isInteger(workers)) throw new UserError('invalid-input', `--workers ${text} is not a whole number`)
  return workers
}

interface Found {
  readonly lattice: Lattice
  readonly trials: readonly EvaluatedTrial[]
  readonly windows: WalkForwardReport | null
}

async function report(
  { csv, parquet, json, script }: OptimizeOptions,
  { lattice, trials, windows }: Found,
  objective: string,
  seed: number,
  terminal: Terminal,
): Promise<void> {
  const [best, ...others] = trials.toSorted(compareTrials)
  if (trials.length === 0) throw new UserError('invalid-input', 'Interrupted before the first backtest ended')
  if (!best || best.row.status === 'Errored')
    throw new UserError('invalid-input', `All ${trials.length} backtests of ${script} failed: ${best?.problem ?? ''}`)
  const rows = trials.map(({ row }) => row)
  const luck = luckOf({ lattice, trials, seed })
  if (csv !== undefined) await writeFile(csv, csvOfRows(rows))
  if (parquet !== undefined) await writeFile(parquet, await parquetOfRows(rows))
  if (json === true) {
    const more = windows === null ? {} : { walkForward: windows }
    const found = best.violation > 0 ? null : best.row
    terminal.out(`${JSON.stringify({ permutations: lattice.count, rows, best: found, honesty: luck, ...more })}\n`)
    return
  }
  printOptimization([best.row, ...others.map(({ row }) => row)], objective, luck, terminal)
  if (windows !== null) printWalkForward(windows, terminal)
  if (best.violation > 0) terminal.err('Note: no result keeps all constraints\n')
}
