import { computeMetrics } from '@tradeloom/metrics'

import { firstRowAt, type MarketRows } from '../market/market-rows.ts'
import { ENGINE_VERSION } from '../version.ts'
import { ClosedPositions } from './closed-positions.ts'
import type { CompactResult, DayColumns, MetricBasis } from './compact-result.ts'
import { ledgerHash } from './ledger-hash.ts'
import { metricInputOf } from './metric-input-of.ts'
import { emptyPositionColumns, type PositionColumns } from './position-columns.ts'
import type { MarketEnd, ResultParts } from './result-parts.ts'
import { resultWarnings } from './result-warnings.ts'
import { HEADLINE_METRICS, statisticsOf } from './statistics-of.ts'
import { tagTables } from './tag-tables.ts'

/** The result of a run as columns and headline numbers. */
export function composeResult(parts: ResultParts): CompactResult {
  const { account, recorder, log, markets } = parts
  const { quote } = (markets[0] as MarketEnd).market
  const hasPrices = quote.bid === quote.bid
  const instrumentIds = account.markets.map(({ instrument }) => instrument.id)
  const { columns: orders, reasons } = parts.orders.columns()
  const { positions, tags: positionTags } = positionsOf(parts)
  const curve = recorder.finish(parts.end, account.balance)
  const equityCurve = {
    time: Float64Array.from(curve.time),
    equity: Float64Array.from(curve.equity),
    balance: Float64Array.from(curve.balance),
    drawdown: Float64Array.from(curve.drawdown),
  }
  const days = daysOf(parts)
  const plots = parts.plots.columns()
  const tags = tagTables(parts.orders, { tags: positionTags, count: positions.id.length })
  for (const columns of [positions, orders, equityCurve, days]) for (const one of Object.values(columns)) unify(one)
  for (const { value } of plots) unify(value)
  const basis = basisOf(parts)
  const input = metricInputOf({ basis, positions, instrumentIds, equityCurve, days })
  const metrics = computeMetrics(input, { intervals: false, keys: HEADLINE_METRICS })
  return {
    engineVersion: ENGINE_VERSION,
    ticks: sum(markets, ({ market, first, next }) => (next - first) * (market.rows.kind === 'bar' ? 4 : 1)),
    bars: parts.bars,
    warmupRows: sum(markets, ({ data, first, next }) => Math.min(next, data.from) - first),
    minutesResolvedByTicks: sum(markets, ({ market }) => market.minutesResolvedByTicks),
    closedRows: sum(markets, ({ market }) => market.closedRows),
    statistics: statisticsOf(parts, positions, metrics),
    ledgerHash: ledgerHash(positions, orders),
    instrumentIds,
    reasons,
    basis,
    positions,
    orders,
    equityCurve,
    days,
    plots,
    endPrices: hasPrices ? { time: parts.lastPriceTime, bid: quote.bid, ask: quote.ask } : null,
    log: log.lines(),
    logDropped: log.dropped,
    warnings: resultWarnings(parts),
    ...tags,
  }
}

function positionsOf({ account, markets }: ResultParts): { positions: PositionColumns; tags: Map<number, string> } {
  const open = new ClosedPositions(account.markets.map(({ instrument }) => instrument))
  for (const { market, next } of markets) market.positions.recordOpen(next - 1, open)
  const columns = emptyPositionColumns(account.closed.count + open.count)
  account.closed.writeTo(columns)
  open.writeTo(columns)
  return { positions: columns, tags: new Map([...account.closed.tags, ...open.tags]) }
}

function daysOf({ recorder, markets }: ResultParts): DayColumns {
  const { rows } = (markets[0] as MarketEnd).market
  return {
    time: Float64Array.from(recorder.dayTime),
    equity: Float64Array.from(recorder.dayEquity),
    price: Float64Array.from(recorder.dayTime, (time) => midBefore(rows, time)),
  }
}

function basisOf({ spec, account, recorder, markets, end }: ResultParts): MetricBasis {
  const { market, data } = markets[0] as MarketEnd
  const { rows } = market
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
    openPositions: markets.flatMap((one) =>
      Array.from(one.market.positions.open.values(), ({ openTime, notional }) => ({ openTime, notional })),
    ),
    benchmarkStart: ((rows.bidOpen[data.from] as number) + (rows.askOpen[data.from] as number)) / 2,
    quality: spec.quality ?? null,
  }
}

/** NaN has many bit patterns; equal results must have equal bytes. */
function unify(column: Float64Array): void {
  for (let row = 0; row < column.length; row++) if (column[row] !== column[row]) column[row] = NaN
}

/** The last mid price before a time. */
function midBefore({ time, bidClose, askClose }: MarketRows, before: number): number {
  const row = firstRowAt(time, before) - 1
  return ((bidClose[row] as number) + (askClose[row] as number)) / 2
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
