import { peggedCurrency } from '@tradeloom/domain'

import { computeMetrics } from '@tradeloom/metrics'

import type { MarketRows } from '../market/market-rows.ts'
import type { Quote } from '../market/quote.ts'
import type { Broker } from '../orders/broker.ts'
import { tidy } from '../portfolio/open-position.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { MetricValue, PositionRecord, RunResult, RunStatistics } from '../run-result.ts'
import type { RunSpec } from '../run-spec.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { EquityRecorder } from './equity-recorder.ts'
import type { Plots } from './plots.ts'
import type { RunLog } from './run-log.ts'

export interface ResultParts {
  readonly spec: RunSpec
  readonly rows: MarketRows
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly broker: Broker
  readonly recorder: EquityRecorder
  readonly log: RunLog
  readonly plots: Plots
  readonly ticks: number
  readonly crossed: number
  readonly bars: number
  readonly warmupRows: number
  readonly end: number
  readonly lastPriceTime: number
}

/** The result of a run as plain data of finite numbers. */
export function composeResult(parts: ResultParts): RunResult {
  const { portfolio, quote, recorder, log } = parts
  const hasPrices = quote.bid === quote.bid
  const open = [...portfolio.open.values()].map((position) => portfolio.snapshot(position, quote.bid, quote.ask))
  const positions = [...portfolio.closed.records(), ...open].sort((a, b) => a.id - b.id)
  const equityCurve = recorder.finish(parts.end, portfolio.balance)
  const metrics = metricsOf(parts, positions)
  return {
    engineVersion: ENGINE_VERSION,
    ticks: parts.ticks,
    bars: parts.bars,
    warmupRows: parts.warmupRows,
    statistics: statisticsOf(parts, positions, metrics),
    metrics,
    positions,
    orders: parts.broker.orders.records(),
    equityCurve,
    plots: parts.plots.series(),
    endPrices: hasPrices ? { time: parts.lastPriceTime, bid: quote.bid, ask: quote.ask } : null,
    log: log.lines(),
    logDropped: log.dropped,
    warnings: warningsOf(parts),
  }
}

type Metrics = Readonly<Record<string, MetricValue>>

function metricsOf(
  { spec, portfolio, recorder, quote, end }: ResultParts,
  positions: readonly PositionRecord[],
): Metrics {
  const closed = positions
    .filter((position) => position.closeTime !== null)
    .map(({ openTime, closeTime, profit, pips, commission }) => {
      return { openTime, closeTime: closeTime ?? end, profit, pips, commission }
    })
    .sort((a, b) => a.closeTime - b.closeTime)
  return computeMetrics({
    start: spec.start,
    end,
    initialBalance: portfolio.initialBalance,
    balance: portfolio.balance,
    equity: portfolio.balance + portfolio.unrealizedAt(quote.bid, quote.ask),
    maxDrawdown: recorder.maxDrawdown,
    maxDrawdownFraction: recorder.maxDrawdownFraction,
    ruined: recorder.ruined,
    calendar: spec.instrument.calendar,
    days: { time: recorder.dayTime, equity: recorder.dayEquity },
    closed,
    openPositions: [...portfolio.open.values()],
  })
}

function statisticsOf(parts: ResultParts, positions: readonly PositionRecord[], metrics: Metrics): RunStatistics {
  const { portfolio, quote, recorder } = parts
  const closed = positions.filter(({ status }) => status === 'CLOSED')
  const unrealized = portfolio.unrealizedAt(quote.bid, quote.ask)
  const equity = portfolio.balance + unrealized
  const profit = equity - portfolio.initialBalance
  const profitPercentage = (profit / portfolio.initialBalance) * 100
  const maxDrawdownPercentage = recorder.maxDrawdownFraction * 100
  return {
    positionCount: positions.length,
    openPositions: positions.length - closed.length,
    closedPositions: closed.length,
    winningPositions: closed.filter((position) => position.profit > 0).length,
    losingPositions: closed.filter((position) => position.profit < 0).length,
    ambiguousPositions: closed.filter(({ ambiguous }) => ambiguous).length,
    ambiguousWorstProfit: tidy(profit + portfolio.ambiguousWorst),
    ambiguousBestProfit: tidy(profit + portfolio.ambiguousBest),
    initialBalance: portfolio.initialBalance,
    balance: tidy(portfolio.balance),
    equity: tidy(equity),
    profit: tidy(profit),
    profitPercentage: tidy(profitPercentage),
    realizedProfit: tidy(portfolio.balance - portfolio.initialBalance),
    unrealizedProfit: tidy(unrealized),
    realizedPips: tidy(closed.reduce((sum, { pips }) => sum + pips, 0)),
    maxDrawdown: tidy(recorder.maxDrawdown),
    maxDrawdownPercentage: tidy(maxDrawdownPercentage),
    commission: tidy(portfolio.commission),
    sharpeDaily: metrics['sharpeDaily']?.value ?? null,
    sortinoDaily: metrics['sortinoDaily']?.value ?? null,
    sharpeMonthly: metrics['sharpeMonthly']?.value ?? null,
    sortinoMonthly: metrics['sortinoMonthly']?.value ?? null,
    averageDailyReturn: metrics['averageDailyReturn']?.value ?? null,
    averageMonthlyReturn: metrics['averageMonthlyReturn']?.value ?? null,
    profitFactor: metrics['returnOverMaxDrawdown']?.value ?? null,
  }
}

function warningsOf({ crossed, rows, spec }: ResultParts): string[] {
  const warnings: string[] = []
  const { quote } = spec.instrument
  if (peggedCurrency(quote) !== quote && quote !== spec.accountCurrency)
    warnings.push(`1 ${quote} was taken as 1 ${peggedCurrency(quote)}`)
  if (crossed > 0) {
    const what = rows.kind === 'tick' ? 'ticks' : 'bars'
    warnings.push(`In ${crossed} ${what} the ask lay below the bid; they were traded as they are`)
  }
  return warnings
}
