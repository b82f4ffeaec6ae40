import { brokerFees, NO_MARKET_MODELS } from '@tradeloom/domain'
import type { RunSpec, SourceSpec } from '@tradeloom/engine'
import { gradedBars } from '@tradeloom/market-data'

import { externalsOfRun } from './externals-of-run.ts'
import type { ModelOptions } from './options/parse-models.ts'
import type { BacktestSettings } from './options/parse-backtest-options.ts'
import { type MarketModelOptions, parseMarketModels } from './options/parse-market-models.ts'
import type { TerminalMarket } from './run-market.ts'
import type { TerminalScript } from './terminal-script.ts'

/** The settings of a run as the engine expects them. */
export function terminalRunSpec(
  script: TerminalScript,
  options: MarketModelOptions & ModelOptions,
  settings: BacktestSettings,
  market: TerminalMarket,
  sources: readonly SourceSpec[],
): RunSpec {
  const own = parseMarketModels(options, script.markets, market.instrument)
  const isUnset = options['commission'] === undefined
  return {
    ...settings.models,
    // Fees that the terminal was not asked for are those of the broker.
    ...(isUnset ? { commission: brokerFees(market.instrument) ?? settings.models.commission } : {}),
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
    ...(sources.length > 0 ? { sources } : {}),
    interval: settings.interval,
    resolution: settings.resolution,
    barIntervals: market.barIntervals,
    start: market.start,
    end: market.end,
    initialBalance: settings.initialBalance,
    accountCurrency: settings.accountCurrency,
    externals: externalsOfRun(script.externals, settings.externals),
    closures: market.closures,
    quality: gradedBars([market.quality, ...market.otherQualities]),
    seed: settings.seed,
  }
}
