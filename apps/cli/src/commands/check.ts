import { BAR_INTERVALS, type BarInterval, SETTINGS, UserError } from '@tradeloom/domain'
import { DEFAULT_MODELS, type RunSpec } from '@tradeloom/engine'
import { openMarketStore } from '@tradeloom/market-data'
import type { Finding, LookaheadReport } from '@tradeloom/lookahead'
import { type CheckOutcome, type CheckRequest, createRunnerPool } from '@tradeloom/sandbox'
import type { Command } from 'commander'
import { ENGINE_CACHE } from '../engine-cache.ts'
import { marketFolder } from '../data-folder.ts'
import { externalsOfRun } from '../externals-of-run.ts'
import { type BacktestOptions, type BacktestSettings, parseBacktestOptions } from '../options/parse-backtest-options.ts'
import { oneOf } from '../options/parse-text.ts'
import { optionFlags, optionHelp } from '../options/setting-syntax.ts'
import { readScript } from '../read-script.ts'
import { importedColumns, type TerminalMarket, terminalMarket, withoutFinancing } from '../run-market.ts'
import { errorText } from '../error-text.ts'
import { addFileOptions } from '../options/file-options.ts'
import { addOutputOptions, addPeriodOptions } from '../options/shared-options.ts'
import { terminalSources } from '../terminal-sources.ts'
import type { Terminal } from '../terminal.ts'

/** Without a period, the newest days of real data are used. */
const NEWEST_MS = 31 * 86_400_000
/** A terminal has one user. */
const TENANT = 'terminal'
const BIASED = 1
const BAD_INPUT = 2

export function addCheck(command: Command, terminal: Terminal): void {
  command
    .requiredOption('--script <file>', 'algorithm in JavaScript or TypeScript')
    .option(
      '--instrument <id>',
      'imported instrument to check on, by default its newest month (default: simulated data)',
    )
    .option('--interval <key>', 'interval of onIntervalClose', 'M15')
    .option('--set <name=value...>', 'value of an external, for example period=20; may be repeated')
    .option(optionFlags(SETTINGS.spread), optionHelp(SETTINGS.spread))
    .option('--seed <number>', 'seed of the simulated data, of the cuts and of Math.random', '1')
  addFileOptions(command, 'files to check on')
  addOutputOptions(addPeriodOptions(command)).action(async (options: Partial<BacktestOptions> & { script: string }) => {
    try {
      await check({ ...UNASKED, ...options }, terminal)
    } catch (error) {
      const text = errorText(error)
      if (text === null) throw error
      terminal.err(`${text}\n`)
      terminal.status = BAD_INPUT
    }
  })
}

/** Settings of a usual backtest. */
const UNASKED = {
  interval: 'M15',
  resolution: 'minute',
  balance: '10000',
  seed: '1',
}

async function check(options: BacktestOptions, terminal: Terminal): Promise<void> {
  const script = await readScript(options.script)
  const { source, externals: declared, markets } = script
  const interval = oneOf('--interval', options.interval, BAR_INTERVALS)
  const settings = parseBacktestOptions(options)
  const { seed } = settings
  const externals = externalsOfRun(declared, settings.externals)
  const market = await marketOf(options, settings, markets)
  if (options.json !== true) for (const note of market?.notes ?? []) terminal.err(`Note: ${note}\n`)
  try {
    const begin = performance.now()
    const sources = market && (await terminalSources(options.script, script, market, options.data))
    const folders = market
      ? [market.columnsDir, ...(script.series.length > 0 ? [importedColumns(options.data)] : [])]
      : []
    const outcome = await checkIn(folders, {
      tenant: TENANT,
      source,
      interval,
      externals,
      seed,
      ...(market
        ? {
            market: {
              spec: specOf(market, interval, settings),
              series: [...market.series, ...(sources?.series ?? [])],
            },
          }
        : {}),
    })
    const report = reportOf(options.script, outcome)
    const lines = source.split(/\r\n|[\n\r\u2028\u2029]/)
    if (options.json === true) terminal.out(`${JSON.stringify(withLines(report, lines))}\n`)
    else print(options.script, report, lines, performance.now() - begin, terminal)
    if (report.verdict !== 'unbiased') terminal.status = BIASED
  } finally {
    await market?.close()
  }
}

/** The real prices to check on; null if none were requested. */
async function marketOf(
  options: BacktestOptions,
  settings: BacktestSettings,
  markets: readonly string[],
): Promise<TerminalMarket | null> {
  if (options.file === undefined && options.instrument === undefined) {
    const useless = (['from', 'to', 'format', 'spread'] as const).find((name) => options[name] !== undefined)
    if (useless !== undefined) throw new UserError('invalid-input', `--${useless} requires --instrument or --file`)
    return null
  }
  if (options.file === undefined && settings.from === null) {
    const known = await openMarketStore(marketFolder(options.data)).instrument(options.instrument ?? '')
    const last = Math.max(...(known?.series ?? []).map((series) => series.last), 0)
    const to = settings.to ?? last
    return terminalMarket(options, { ...settings, from: to - NEWEST_MS }, markets)
  }
  const market = await terminalMarket(options, settings, markets)
  if (settings.from !== null) return market
  // Files have no history before their first row: a fifth of them serves as history.
  const history = (market.end - market.start) / 5
  const start = Math.max(market.start + history, market.end - NEWEST_MS)
  return { ...market, start: Math.floor(start / 60_000) * 60_000 }
}

function specOf(market: TerminalMarket, interval: BarInterval, { initialBalance, seed }: BacktestSettings): RunSpec {
  return {
    ...DEFAULT_MODELS,
    instrument: market.instrument,
    conversions: market.conversions,
    ...(market.markets.length > 0 ? { markets: market.markets.map(withoutFinancing) } : {}),
    interval,
    resolution: 1,
    barIntervals: market.barIntervals,
    start: market.start,
    end: market.end,
    initialBalance,
    accountCurrency: 'USD',
    externals: {},
    closures: market.closures,
    seed,
  }
}

async function checkIn(readableDirs: readonly string[], request: CheckRequest): Promise<CheckOutcome> {
  const pool = await createRunnerPool({
    size: 1,
    spares: 0,
    warmsUp: false,
    // The trader waits for it.
    checksYield: false,
    cacheDir: ENGINE_CACHE,
    readableDirs,
  })
  try {
    return await pool.check(request)
  } finally {
    await pool.close()
  }
}

function reportOf(file: string, outcome: CheckOutcome): LookaheadReport {
  if (outcome.status === 'checked') return outcome.report
  if (outcome.status === 'failed') throw new Error(`The check failed: ${outcome.error.message}`)
  if (outcome.status !== 'errored') throw new UserError('invalid-input', 'The check was stopped')
  const { line, column, message } = outcome.error
  throw new UserError(
    'invalid-input',
    line === undefined ? `${file}: ${message}` : `${file}:${line}:${column ?? 1}: ${message}`,
  )
}

type FindingWithText = Finding & { readonly source: string | null }

function withLines(report: LookaheadReport, lines: readonly string[]) {
  const withText = (finding: Finding): FindingWithText => ({
    ...finding,
    source: finding.line === null ? null : (lines[finding.line - 1]?.trim() ?? null),
  })
  return { ...report, findings: report.findings.map(withText) }
}

function print(file: string, report: LookaheadReport, lines: readonly string[], ms: number, terminal: Terminal): void {
  const write = (text: string): void => terminal.out(`${text}\n`)
  const { sample, detectors, verdict, reason } = report
  const what = sample.synthetic ? 'simulated data' : sample.instrumentId
  write(`Sample    ${what}, ${day(sample.start)} to ${day(sample.end)}, ${sample.interval}, ${sample.orders} entries`)
  for (const { detector, outcome, note } of detectors) {
    write(`${outcome.padEnd(8)}  ${detector.padEnd(9)} ${outcome === 'failed' ? 'see below' : note}`)
  }
  write(`Verdict   ${verdict}${reason === null ? '' : `: ${reason}`} (${(ms / 1000).toFixed(1)} s)`)
  for (const { source, line, column, kind, message } of withLines(report, lines).findings) {
    write('')
    write(line === null ? `${file}: ${kind}` : `${file}:${line}:${column ?? 1}: ${kind}`)
    write(`  ${message}`)
    if (source !== null) write(`  > ${source}`)
  }
  for (const { line, column, message } of report.cautions) {
    write('')
    write(line === null ? `${file}: note` : `${file}:${line}:${column ?? 1}: note`)
    write(`  ${message}`)
  }
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
