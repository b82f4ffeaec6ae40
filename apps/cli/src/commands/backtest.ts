import { brokerFees, UserError } from '@tradeloom/domain'
import { analyzeResult, expandResult, type Plot, positionsIn, type RunSpec } from '@tradeloom/engine'
import { dailyGrid } from '@tradeloom/metrics'
import { defectProfit, type RunQuality } from '@tradeloom/market-data'
import { createRunnerPool, type RunnerPool, type RunOutcome, type RunRequest } from '@tradeloom/sandbox'
import type { Command } from 'commander'
import { ENGINE_CACHE } from '../engine-cache.ts'
import { analysisText } from '../metrics/analysis-text.ts'
import { parseBacktestOptions } from '../options/parse-backtest-options.ts'
import type { MarketModelOptions } from '../options/parse-market-models.ts'
import { addRunOptions } from '../options/run-options.ts'
import { addOutputOptions } from '../options/shared-options.ts'
import { printSummary } from '../print-summary.ts'
import { readScript } from '../read-script.ts'
import { runComplaint } from '../run-complaint.ts'
import { importedColumns, type MarketOptions, type TerminalMarket, terminalMarket } from '../run-market.ts'
import { startRunProgress } from '../run-progress.ts'
import { terminalRunSpec } from '../terminal-run-spec.ts'
import { terminalSources } from '../terminal-sources.ts'
import type { Terminal } from '../terminal.ts'
import { type RateFiles, withRateFiles } from '../with-rate-files.ts'

export function addBacktest(command: Command, terminal: Terminal): void {
  addRunOptions(command).option('--full', 'print every metric with its 95% interval, and the breakdowns')
  addOutputOptions(command).action((options: MarketOptions & MarketModelOptions & TableOptions) =>
    backtest(options, terminal),
  )
}

interface TableOptions extends RateFiles {
  readonly full?: boolean
}

async function backtest(options: MarketOptions & MarketModelOptions & TableOptions, terminal: Terminal): Promise<void> {
  const settings = await withRateFiles(parseBacktestOptions(options), options)
  const started: { pool?: Promise<RunnerPool>; stored: readonly string[] } = { stored: [] }
  // A runner takes as long to start as the script to be read and its prices to be found, so all happen at the same time.
  const onFolder = (columnsDir: string): void => {
    started.pool ??= createRunnerPool({
      size: 1,
      spares: 0,
      cacheDir: ENGINE_CACHE,
      readableDirs: [columnsDir, ...started.stored],
    })
    started.pool.catch(() => undefined)
  }
  let market: TerminalMarket | null = null
  try {
    if (options.file === undefined) onFolder(importedColumns(options.data))
    const script = await readScript(options.script)
    // Prices from files lie elsewhere than datasets.
    if (script.series.length > 0) started.stored = [importedColumns(options.data)]
    market = await terminalMarket(options, settings, script.markets, onFolder)
    const sources = await terminalSources(options.script, script, market, options.data)
    const runners = (await started.pool) as RunnerPool
    const outcome = await run(
      script.source,
      terminalRunSpec(script, options, settings, market, sources.specs),
      { ...market, series: [...market.series, ...sources.series] },
      runners,
      terminal,
    )
    if (!('result' in outcome)) throw new UserError('invalid-input', runComplaint(options.script, outcome))
    const { result, resultHash, cpuMs } = outcome
    if (options.json !== true) {
      const hasFees = options['commission'] !== undefined || brokerFees(market.instrument) !== null
      printSummary(result, resultHash, market, { terminal, hasFees })
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
    const { notes } = market
    const { time, equity } = dailyGrid({ ...result.basis, days: result.days })
    const whole = { ...expandResult({ ...result, plots: [] }), plots: plots.map(plotAsLists) }
    terminal.out(
      `${JSON.stringify({ resultHash, ledgerHash, cpuMs, dataQuality, notes, dailyEquity: { time, equity }, ...whole })}\n`,
    )
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

async function run(
  source: string,
  spec: RunSpec,
  { series, intrabarTicks }: Pick<TerminalMarket, 'intrabarTicks'> & { readonly series: RunRequest['series'] },
  runners: RunnerPool,
  terminal: Terminal,
): Promise<RunOutcome> {
  const progress = startRunProgress(terminal)
  try {
    return await runners.run({
      id: 'terminal',
      tenant: 'terminal',
      source,
      spec,
      series: intrabarTicks ? [...series, intrabarTicks] : series,
      onProgress: (event) => progress.update(event.progress),
    })
  } finally {
    progress.stop()
  }
}
