import { permutationsProblem, searchableProblem, UserError } from '@tradeloom/domain'
import { hoursOfRun } from '@tradeloom/engine'
import { daysPerYear } from '@tradeloom/metrics'
import {
  compareTrials,
  createSearch,
  type ExternalRange,
  GENETIC_DEFAULTS,
  Lattice,
  maxTrials,
  type Search,
  type SearchOptions,
} from '@tradeloom/optimizer'
import { createRunnerPool, type RunnerPool } from '@tradeloom/sandbox'
import type { Command } from 'commander'
import { ENGINE_CACHE } from '../engine-cache.ts'
import { checkRepeatable } from '../optimize/check-repeatable.ts'
import { checkOutputFile } from '../optimize/check-output-file.ts'
import { refuseOption } from '../options/refuse-option.ts'
import { evaluateTrials } from '../optimize/evaluate-trials.ts'
import type { EvaluatedTrial } from '../optimize/evaluated-trial.ts'
import { startInterruption } from '../optimize/interruption.ts'
import type { OptimizeOptions } from '../optimize/optimize-options.ts'
import { parseRanges } from '../optimize/parse-ranges.ts'
import { parseSearch } from '../optimize/parse-search.ts'
import { DEFAULT_TRIALS } from '../optimize/parse-strategy.ts'
import { rangeHelp } from '../optimize/range-help.ts'
import { rangeNotes } from '../optimize/range-notes.ts'
import { refuseSetAndRange } from '../optimize/refuse-set-and-range.ts'
import { reportOptimization } from '../optimize/report-optimization.ts'
import { runSearch } from '../optimize/run-search.ts'
import { createSearchProgress, type SearchProgress } from '../optimize/search-progress.ts'
import { walkForward } from '../optimize/walk-forward.ts'
import { walkForwardWindows } from '../optimize/walk-forward-windows.ts'
import { parseBacktestOptions } from '../options/parse-backtest-options.ts'
import { addRunOptions } from '../options/run-options.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import { readScript } from '../read-script.ts'
import { importedColumns, type TerminalMarket, terminalMarket } from '../run-market.ts'
import { terminalRunSpec } from '../terminal-run-spec.ts'
import { terminalSources } from '../terminal-sources.ts'
import type { Terminal } from '../terminal.ts'
import { withRateFiles } from '../with-rate-files.ts'

const GENETIC_TEXT = Object.entries(GENETIC_DEFAULTS)
  .map(([name, value]) => `${name}=${value}`)
  .join()

export function addOptimize(command: Command, terminal: Terminal): void {
  addRunOptions(command)
    .option(
      '--range <name=from:to:count...>',
      'values of an external, or name=from:to:step=S, or name=from:to:decimals=N (see below); one for each external that varies',
    )
    .option('--strategy <name>', 'exhaustive, genetic, random, tpe or nsga2', 'exhaustive')
    .option('--trials <number>', `backtests of random, tpe and nsga2 at most (default: ${DEFAULT_TRIALS})`)
    .option('--genetic <name=value,...>', `parameters of genetic (default: ${GENETIC_TEXT})`)
    .option(
      '--objective <metric...>',
      'metric to improve (default: profit), or metric=higher or metric=lower; up to three with nsga2, random and exhaustive',
    )
    .option(
      '--constraint <rule...>',
      'bound that a result must keep, "metric>=number" or "metric<=number" in the unit of the metric: "maxDrawdown<=10" is 10%',
    )
    .option('--workers <number>', 'backtests at a time (default: one per processor)')
    .option(
      '--walk-forward <train=days,test=days,…>',
      'also optimize windows; embargo=days, anchored and choose=plateau may follow; train=30+60 repeats for each length',
    )
    .option('--rows <number>', 'rows to print', '20')
    .option('--duplicates', 'also print backtests that traded exactly like an earlier one')
    .option('--csv <file>', 'write all rows to this file')
    .option('--parquet <file>', 'write all rows to this Parquet file')
  addOutputOptions(command)
    .addHelpText('after', rangeHelp)
    .action((options: OptimizeOptions) => optimize(options, terminal))
}

async function optimize(options: OptimizeOptions, terminal: Terminal): Promise<void> {
  const given = await withRateFiles(parseBacktestOptions(options), options)
  const { strategy, objectives, constraints, walkForward: option, workers, maxRows } = parseSearch(options)
  await checkOutputFile('--csv', options.csv)
  await checkOutputFile('--parquet', options.parquet)
  const script = await readScript(options.script)
  const ranges = rangesOf(options, script.externals)
  refuseSetAndRange(ranges, given.externals)
  const lattice = new Lattice(ranges)
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
      readableDirs: script.series.length > 0 ? [columnsDir, importedColumns(options.data)] : [columnsDir],
    })
    started.pool.catch(() => undefined)
  }
  let market: TerminalMarket | null = null
  const progress = createSearchProgress(terminal)
  const total = maxTrials(strategy, lattice.count)
  refuseOption('--range', permutationsProblem(total))
  if (options.json !== true) for (const note of rangeNotes(ranges)) terminal.err(note)
  // Before the market, whose folder must outlast the first Ctrl+C.
  const interruption = startInterruption(() => progress.stop())
  try {
    market = await terminalMarket(options, settings, script.markets, onFolder)
    const { series, intrabarTicks } = market
    if (options.json !== true) for (const note of market.notes) terminal.err(`Note: ${note}\n`)
    const sources = await terminalSources(options.script, script, market, options.data)
    const spec = terminalRunSpec(script, options, settings, market, sources.specs)
    const perYear = daysPerYear(hoursOfRun(spec).calendar)
    const setup = {
      file: options.script,
      source: script.source,
      spec,
      perYear,
      series: [...series, ...(intrabarTicks ? [intrabarTicks] : []), ...sources.series],
      lattice,
      objectives,
      constraints,
      pool: (await started.pool) as RunnerPool,
      signal: interruption.signal,
    }
    const plan = option && { option, windows: walkForwardWindows(option, spec) }
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
      plan && (await walkForward(setup, { ...plan, strategy, workers, ...windowProgress(progress, total) }))
    progress.stop()
    if (interruption.signal.aborted) terminal.err(`Interrupted after ${trials.length} of at most ${total} backtests\n`)
    const found = { lattice, trials, windows, seed: settings.seed, perYear, objectives, constraints }
    await reportOptimization(found, { ...options, maxRows, duplicates: options.duplicates === true }, terminal)
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

function rangesOf(options: OptimizeOptions, externals: readonly { readonly name: string }[]): ExternalRange[] {
  refuseOption('--script', searchableProblem(options.script, externals))
  if (options.range === undefined) throw new UserError('invalid-input', 'Pass --range name=from:to:count')
  return parseRanges(options.range, externals)
}

function searchOf(options: SearchOptions): Search {
  try {
    return createSearch(options)
  } catch (error) {
    if (error instanceof RangeError) throw new UserError('invalid-input', error.message)
    throw error
  }
}
