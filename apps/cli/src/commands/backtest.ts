import { NO_MARKET_MODELS, UserError } from '@tradeloom/domain'
import { join } from 'node:path'
import { readFundingRates, readSwapRates } from '@tradeloom/contracts'
import { analyzeResult, expandResult, type Plot, positionsIn, type RunSpec } from '@tradeloom/engine'
import { defectProfit, gradedBars, type RunQuality } from '@tradeloom/market-data'
import { createRunnerPool, type RunnerPool, type RunOutcome } from '@tradeloom/sandbox'
import { analyzeScript, type ScriptAnalysis } from '@tradeloom/script'
import type { Command } from 'commander'
import { readTableFile } from '../read-table-file.ts'
import { type MarketModelOptions, parseMarketModels } from '../options/parse-market-models.ts'
import { addMarketModelOptions, addModelOptions } from '../options/add-model-options.ts'
import { type BacktestSettings, parseBacktestOptions } from '../options/parse-backtest-options.ts'
import { analysisText } from '../metrics/analysis-text.ts'
import { printSummary } from '../print-summary.ts'
import { readText } from '../read-text.ts'
import { startRunProgress } from '../run-progress.ts'
import { type MarketOptions, type TerminalMarket, terminalMarket } from '../run-market.ts'
import { addFileOptions } from '../options/file-options.ts'
import { addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

/** The built engine depends on the code only, so all data folders share one. */
const ENGINE_CACHE = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'engine')

export function addBacktest(command: Command, terminal: Terminal): void {
  addMarketModelOptions(addModelOptions(command))
    .requiredOption('--script <file>', 'algorithm in JavaScript or TypeScript')
    .option('--instrument <id>', 'SYMBOL:BROKER, imported or simulated')
    .option('--interval <key>', 'interval of onIntervalClose', 'M15')
    .option('--resolution <kind>', 'minute (or the finest bars available) or tick', 'minute')
    .option('--balance <amount>', 'initial balance in the account currency', '10000')
    .option('--set <name=value...>', 'value of an external, for example period=20; may be repeated')
    .option('--currency <code>', 'account currency', 'USD')
    .option('--intrabar-ticks <file...>', 'tick files that resolve ambiguous bars of a run on files')
    .option('--intrabar-ticks-format <name>', 'format of the tick files')
    .option('--intrabar-ticks-timezone <zone>', 'time zone of the tick files')
    .option('--full', 'print every metric with its 95% interval, and the breakdowns')
    .option('--seed <number>', 'seed of Math.random and of random slippage', '1')
  addFileOptions(command, 'files to use instead of imported data')
  addOutputOptions(addPeriodOptions(command)).action((options: MarketOptions & MarketModelOptions & TableOptions) =>
    backtest(options, terminal),
  )
}

type Script = Pick<ScriptAnalysis, 'externals' | 'markets'> & { readonly source: string }

interface TableOptions {
  readonly full?: boolean
  readonly fundingFile?: string
  readonly swapFile?: string
}

async function backtest(options: MarketOptions & MarketModelOptions & TableOptions, terminal: Terminal): Promise<void> {
  const settings = await withSwapRates(parseBacktestOptions(options), options.swapFile)
  const script = await readScript(options.script)
  const started: { pool?: Promise<RunnerPool> } = {}
  // A runner takes as long to start as its prices to be found, so both happen at the same time.
  const onFolder = (columnsDir: string): void => {
    started.pool = createRunnerPool({ size: 1, spares: 0, cacheDir: ENGINE_CACHE, readableDirs: [columnsDir] })
    started.pool.catch(() => undefined)
  }
  let market: TerminalMarket | null = null
  try {
    market = await terminalMarket(options, settings, script.markets, onFolder)
    const models = await withFundingRates(settings, options.fundingFile)
    const runners = (await started.pool) as RunnerPool
    const outcome = await run(script, options, models, market, runners, terminal)
    if (!('result' in outcome)) throw new UserError('invalid-input', complaint(options.script, outcome))
    const { result, resultHash, cpuMs } = outcome
    if (options.json !== true) {
      printSummary(result, resultHash, market, terminal)
      if (options.full === true) terminal.out(`\n${analysisText(analyzeResult(result))}`)
      return
    }
    const dataQuality = {
      ...gradeOf(market.quality, positionsIn(result, market.instrument.id)),
      ...(market.otherQualities.length === 0
        ? {}
        : {
            markets: market.otherQualities.map((quality) => ({
              instrumentId: quality.instrumentId,
              ...gradeOf(quality, positionsIn(result, quality.instrumentId)),
            })),
          }),
    }
    const { ledgerHash, plots } = result
    const whole = { ...expandResult({ ...result, plots: [] }), plots: plots.map(plotAsLists) }
    terminal.out(`${JSON.stringify({ resultHash, ledgerHash, cpuMs, dataQuality, ...whole })}\n`)
  } finally {
    await started.pool?.then((runners) => runners.close()).catch(() => undefined)
    await market?.close()
  }
}

/** The price quality of one market as printed, and the profit of its positions near defects. */
function gradeOf(quality: RunQuality, positions: ReturnType<typeof positionsIn>) {
  const { good, expected, missing, goodPercent, counts, shift, scaleFactor } = quality
  return {
    good,
    expected,
    missing,
    goodPercent,
    counts,
    shift,
    scaleFactor,
    profit: defectProfit(quality, positions),
  }
}

/** Plots as JSON lists; null for gaps. */
function plotAsLists({ name, pane, color, time, value }: Plot) {
  return { name, pane, color, time: [...time], value: Array.from(value, (one) => (one === one ? one : null)) }
}

async function withFundingRates(settings: BacktestSettings, file: string | undefined): Promise<BacktestSettings> {
  if (file === undefined) return settings
  const { funding } = settings.models
  const rates = await readTableFile(file, readFundingRates)
  return { ...settings, models: { ...settings.models, funding: { hours: 8, rate: 0, ...funding, rates } } }
}

async function withSwapRates(settings: BacktestSettings, file: string | undefined): Promise<BacktestSettings> {
  if (file === undefined) return settings
  const { swap } = settings.models
  const rates = await readTableFile(file, readSwapRates)
  const constant = swap ?? { unit: 'pips' as const, long: 0, short: 0, tripleWeekday: 3 }
  return { ...settings, models: { ...settings.models, swap: { ...constant, rates } } }
}

async function run(
  script: Script,
  options: MarketModelOptions,
  settings: BacktestSettings,
  market: TerminalMarket,
  runners: RunnerPool,
  terminal: Terminal,
): Promise<RunOutcome> {
  const own = parseMarketModels(options, script.markets, market.instrument)
  const spec: RunSpec = {
    ...settings.models,
    instrument: market.instrument,
    conversions: market.conversions,
    ...(market.markets.length > 0
      ? {
          markets: market.markets.map(({ instrument, closures }) => ({
            instrument,
            closures,
            ...(own[instrument.id] ?? NO_MARKET_MODELS),
          })),
        }
      : {}),
    interval: settings.interval,
    resolution: settings.resolution,
    barIntervals: market.barIntervals,
    start: market.start,
    end: market.end,
    initialBalance: settings.initialBalance,
    accountCurrency: settings.accountCurrency,
    externals: withDefaults(script.externals, settings.externals),
    closures: market.closures,
    quality: gradedBars([market.quality, ...market.otherQualities]),
    seed: settings.seed,
  }
  const progress = startRunProgress(terminal)
  try {
    return await runners.run({
      id: 'terminal',
      tenant: 'terminal',
      source: script.source,
      spec,
      series: market.intrabarTicks ? [...market.series, market.intrabarTicks] : market.series,
      onProgress: (event) => progress.update(event.progress),
    })
  } finally {
    progress.stop()
  }
}

/** A script that passes static checks. */
async function readScript(file: string): Promise<Script> {
  const source = await readText(file)
  const { errors, externals, markets } = analyzeScript(source, 'algorithm')
  const [problem] = errors
  if (problem) throw new UserError('invalid-input', `${file}:${problem.line}:${problem.column}: ${problem.message}`)
  return { source, externals, markets }
}

function withDefaults(externals: Script['externals'], given: Readonly<Record<string, number>>): Record<string, number> {
  const unknown = Object.keys(given).find((name) => !externals.some((external) => external.name === name))
  if (unknown !== undefined)
    throw new UserError('invalid-input', `--set ${unknown}: the script has no external of that name`)
  return Object.fromEntries(
    externals.map(({ name, defaultValue }) => {
      const value = given[name] ?? defaultValue
      if (value === undefined)
        throw new UserError('invalid-input', `The external ${name} has no default value: --set ${name}=...`)
      return [name, value]
    }),
  )
}

function complaint(file: string, outcome: RunOutcome): string {
  if (outcome.status === 'failed') return `The run failed: ${outcome.error.message}`
  if (outcome.status !== 'errored') return 'The run was stopped'
  const { line, column, message } = outcome.error
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`
}
