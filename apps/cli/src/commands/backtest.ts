import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PLAIN_MODELS, type RunSpec } from '@tradeloom/engine'
import { type RunOutcome, createRunnerPool } from '@tradeloom/sandbox'
import { analyseScript } from '@tradeloom/script'
import type { Command } from 'commander'
import { InputError } from '../input-error.ts'
import { type BacktestOptions, type BacktestSettings, parseBacktestOptions } from '../options/parse-backtest-options.ts'
import { printSummary } from '../print-summary.ts'
import { startRunProgress } from '../run-progress.ts'
import { type TerminalMarket, terminalMarket } from '../run-market.ts'

/** The built engine depends on the code alone, so all data folders share one. */
const ENGINE_CACHE = join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'engine')

export function registerBacktest(program: Command): void {
  program
    .command('backtest')
    .description('Run an algorithm over market data and print the result')
    .requiredOption('--script <file>', 'algorithm in JavaScript or TypeScript')
    .option('--instrument <id>', 'SYMBOL:BROKER, imported or simulated')
    .option('--file <file...>', 'run straight on files instead of imported data')
    .option('--format <name>', 'format of the files: mt5, fxcm, lean, histdata, binance, dukascopy, csv')
    .option('--timezone <zone>', 'time zone of the files')
    .option('--mapping <columns>', 'columns of a csv file: time=0,open=1,...')
    .option('--interval <key>', 'interval of onIntervalClose', 'M15')
    .option('--resolution <kind>', 'minute or tick', 'minute')
    .option('--from <time>', 'first moment, ISO 8601, UTC unless it says otherwise')
    .option('--to <time>', 'moment at which it ends; a date alone is a day that is included')
    .option('--balance <amount>', 'initial balance in USD', '10000')
    .option('--set <name=value...>', 'externals')
    .option('--prices <side>', 'both, bid, ask or mid', 'both')
    .option('--path <model>', 'way through a minute bar: adaptive or ohlc', 'adaptive')
    .option('--slippage <pips>', 'added to every market and stop fill', '0')
    .option('--commission <amounts>', 'per lot, or lot=7,percent=0.1,min=1')
    .option('--spread <pips>', 'for data with one price only')
    .option('--seed <number>', 'seed of Math.random', '1')
    .option('--data <dir>', 'data folder')
    .option('--json', 'print one JSON object and nothing else')
    .action(backtest)
}

async function backtest(options: BacktestOptions): Promise<void> {
  const settings = parseBacktestOptions(options)
  const source = await readScript(options.script)
  const market = await terminalMarket(options, settings)
  try {
    const outcome = await run(source, settings, market)
    if (!('result' in outcome)) throw new InputError(complaint(options.script, outcome))
    const { result, resultHash, cpuMs } = outcome
    if (options.json === true) process.stdout.write(`${JSON.stringify({ resultHash, cpuMs, ...result })}\n`)
    else printSummary(result, resultHash, market.notes)
  } finally {
    await market.close()
  }
}

async function run(source: string, settings: BacktestSettings, market: TerminalMarket): Promise<RunOutcome> {
  const spec: RunSpec = {
    ...PLAIN_MODELS,
    instrument: market.instrument,
    conversions: market.conversions,
    interval: settings.interval,
    resolution: settings.resolution,
    start: market.start,
    end: market.end,
    initialBalance: settings.initialBalance,
    accountCurrency: 'USD',
    externals: withDefaults(source, settings.externals),
    prices: settings.prices,
    path: settings.path,
    slippage: { model: 'fixed', pips: settings.slippagePips },
    commission: settings.commission,
    closures: [],
    seed: settings.seed,
  }
  const progress = startRunProgress()
  const pool = await createRunnerPool({ size: 1, cacheDir: ENGINE_CACHE, readableDirs: [market.columnsDir] })
  try {
    return await pool.run({
      id: 'terminal',
      tenant: 'terminal',
      source,
      spec,
      series: market.series,
      onProgress: (event) => progress.update(event.progress),
    })
  } finally {
    progress.stop()
    await pool.close()
  }
}

/** The script's text once it has no mistakes that can be found without running it. */
async function readScript(file: string): Promise<string> {
  const source = await readFile(file, 'utf8').catch(() => {
    throw new InputError(`${file}: no such file`)
  })
  const problem = analyseScript(source, 'algorithm').errors[0]
  if (problem) throw new InputError(`${file}:${problem.line}:${problem.column}: ${problem.message}`)
  return source
}

function withDefaults(source: string, given: Readonly<Record<string, number>>): Record<string, number> {
  const { externals } = analyseScript(source, 'algorithm')
  const unknown = Object.keys(given).find((name) => !externals.some((external) => external.name === name))
  if (unknown !== undefined) throw new InputError(`--set ${unknown}: the script has no external of that name`)
  return Object.fromEntries(
    externals.map(({ name, defaultValue }) => {
      const value = given[name] ?? defaultValue
      if (value === undefined) throw new InputError(`The external ${name} has no default value: --set ${name}=...`)
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
