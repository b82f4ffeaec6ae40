import { computeBreakdowns, computeMetrics, type MetricInput } from '@tradeloom/metrics'

import type { OpenPosition } from '../account/open-position.ts'
import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import type { EquityCurve, PositionRecord, RunResult } from '../run-result.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { MarketEnd, ResultParts } from './result-parts.ts'
import { resultWarnings } from './result-warnings.ts'
import { statisticsOf } from './statistics-of.ts'

/** The result of a run as plain data of finite numbers. */
export function composeResult(parts: ResultParts): RunResult {
  const { account, recorder, log, markets } = parts
  const { quote } = (markets[0] as MarketEnd).market
  const hasPrices = quote.bid === quote.bid
  const positions: PositionRecord[] = markets.flatMap(({ market, next }) => market.positions.openRecords(next - 1))
  for (let row = 0; row < account.closed.count; row++) positions.push(account.closed.record(row))
  positions.sort((a, b) => a.id - b.id)
  const equityCurve = recorder.finish(parts.end, account.balance)
  const input = metricInput(parts, positions, equityCurve)
  const metrics = computeMetrics(input, { intervals: parts.intervals })
  return {
    engineVersion: ENGINE_VERSION,
    ticks: sum(markets, ({ market, first, next }) => (next - first) * (market.rows.kind === 'bar' ? 4 : 1)),
    bars: parts.bars,
    warmupRows: sum(markets, ({ data, first, next }) => Math.min(next, data.from) - first),
    finerMinutes: sum(markets, ({ market }) => market.minutesResolvedByTicks),
    closedRows: sum(markets, ({ market }) => market.closedRows),
    statistics: statisticsOf(parts, positions, metrics),
    metrics,
    breakdowns: computeBreakdowns(input),
    positions,
    orders: parts.orders.records(),
    equityCurve,
    plots: parts.plots.series(),
    endPrices: hasPrices ? { time: parts.lastPriceTime, bid: quote.bid, ask: quote.ask } : null,
    log: log.lines(),
    logDropped: log.dropped,
    warnings: resultWarnings(parts),
  }
}

function metricInput(
  { spec, account, recorder, markets, end }: ResultParts,
  positions: readonly PositionRecord[],
  curve: EquityCurve,
): MetricInput {
  const { market, data } = markets[0] as MarketEnd
  const { rows } = market
  const closed = positions.filter(isClosed).sort((a, b) => a.closeTime - b.closeTime)
  return {
    start: spec.start,
    end,
    initialBalance: account.initialBalance,
    balance: account.balance,
    equity: account.equity(),
    maxDrawdown: recorder.maxDrawdown,
    maxDrawdownFraction: recorder.maxDrawdownFraction,
    ruined: recorder.ruined,
    calendar: spec.instrument.calendar,
    closures: spec.closures,
    days: { time: recorder.dayTime, equity: recorder.dayEquity },
    closed,
    openPositions: markets.flatMap((one): OpenPosition[] => [...one.market.positions.open.values()]),
    curve,
    benchmark: { time: recorder.dayTime, price: recorder.dayTime.map((time) => midBefore(rows, time)) },
    benchmarkStart: ((rows.bidOpen[data.from] as number) + (rows.askOpen[data.from] as number)) / 2,
    quality: spec.quality ?? null,
    trials: null,
  }
}

type ClosedRecord = PositionRecord & { readonly closeTime: number }

function isClosed(position: PositionRecord): position is ClosedRecord {
  return position.closeTime !== null
}

/** The last mid price before a time. */
function midBefore({ time, bidClose, askClose }: MarketRows, before: number): number {
  const row = firstRowAt(time, before) - 1
  return ((bidClose[row] as number) + (askClose[row] as number)) / 2
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
