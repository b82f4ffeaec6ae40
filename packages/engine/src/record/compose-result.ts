import { INTERVALS, peggedCurrency } from '@tradeloom/domain'

import { computeBreakdowns, computeMetrics, type MetricInput } from '@tradeloom/metrics'

import { firstRowAt, isCoarse, type MarketRows } from '../market/market-rows.ts'
import type { Quote } from '../market/quote.ts'
import type { SimulatedVenue } from '../venues/simulated/simulated-venue.ts'
import type { Portfolio } from '../account/portfolio.ts'
import type { EquityCurve, PositionRecord, RunResult } from '../run-result.ts'
import type { RunSpec } from '../run-spec.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { EquityRecorder } from './equity-recorder.ts'
import type { Plots } from './plots.ts'
import type { RunLog } from './run-log.ts'
import { statisticsOf } from './statistics-of.ts'

export interface ResultParts {
  readonly spec: RunSpec
  readonly rows: MarketRows
  readonly quote: Quote
  readonly portfolio: Portfolio
  readonly venue: SimulatedVenue
  readonly recorder: EquityRecorder
  readonly log: RunLog
  readonly plots: Plots
  readonly ticks: number
  /** Row of the first traded price, and of the last price of all. */
  readonly firstRow: number
  readonly lastRow: number
  readonly minutesResolvedByTicks: number
  readonly closedRows: number
  readonly hasOnTick: boolean
  readonly intervals: boolean
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
  const positions: PositionRecord[] = portfolio.openRecords(quote.bid, quote.ask, parts.lastRow)
  for (let row = 0; row < portfolio.closed.count; row++) positions.push(portfolio.closed.record(row))
  positions.sort((a, b) => a.id - b.id)
  const equityCurve = recorder.finish(parts.end, portfolio.balance)
  const input = metricInput(parts, positions, equityCurve)
  const metrics = computeMetrics(input, { intervals: parts.intervals })
  return {
    engineVersion: ENGINE_VERSION,
    ticks: parts.ticks,
    bars: parts.bars,
    warmupRows: parts.warmupRows,
    finerMinutes: parts.minutesResolvedByTicks,
    closedRows: parts.closedRows,
    statistics: statisticsOf(parts, positions, metrics),
    metrics,
    breakdowns: computeBreakdowns(input),
    positions,
    orders: parts.venue.orders.records(),
    equityCurve,
    plots: parts.plots.series(),
    endPrices: hasPrices ? { time: parts.lastPriceTime, bid: quote.bid, ask: quote.ask } : null,
    log: log.lines(),
    logDropped: log.dropped,
    warnings: warningsOf(parts),
  }
}

function metricInput(
  { spec, portfolio, recorder, quote, rows, end, firstRow }: ResultParts,
  positions: readonly PositionRecord[],
  curve: EquityCurve,
): MetricInput {
  const closed = positions.filter(isClosed).sort((a, b) => a.closeTime - b.closeTime)
  return {
    start: spec.start,
    end,
    initialBalance: portfolio.initialBalance,
    balance: portfolio.balance,
    equity: portfolio.balance + portfolio.unrealizedAt(quote.bid, quote.ask),
    maxDrawdown: recorder.maxDrawdown,
    maxDrawdownFraction: recorder.maxDrawdownFraction,
    ruined: recorder.ruined,
    calendar: spec.instrument.calendar,
    closures: spec.closures,
    days: { time: recorder.dayTime, equity: recorder.dayEquity },
    closed,
    openPositions: [...portfolio.open.values()],
    curve,
    benchmark: { time: recorder.dayTime, price: recorder.dayTime.map((time) => midBefore(rows, time)) },
    benchmarkStart: ((rows.bidOpen[firstRow] as number) + (rows.askOpen[firstRow] as number)) / 2,
    quality: spec.quality ?? null,
    trials: null,
  }
}

type ClosedRecord = PositionRecord & { readonly closeTime: number }

function isClosed(position: PositionRecord): position is ClosedRecord {
  return position.closeTime !== null
}

/** The last mid price before a moment. */
function midBefore({ time, bidClose, askClose }: MarketRows, moment: number): number {
  const row = firstRowAt(time, moment) - 1
  return ((bidClose[row] as number) + (askClose[row] as number)) / 2
}

function warningsOf(parts: ResultParts): string[] {
  const { crossed, rows, spec, closedRows, minutesResolvedByTicks, hasOnTick, plots } = parts
  const warnings: string[] = []
  const { quote } = spec.instrument
  const row = rows.kind === 'tick' ? 'tick' : 'bar'
  if (peggedCurrency(quote) !== quote && quote !== spec.accountCurrency)
    warnings.push(`1 ${quote} was taken as 1 ${peggedCurrency(quote)}`)
  if (hasOnTick && rows.kind === 'bar') {
    warnings.push(
      `onTick was given the four prices of each ${isCoarse(rows) ? '' : 'minute '}bar, which no market quotes like that: test it on ticks`,
    )
  }
  if (isCoarse(rows)) {
    const length = Object.values(INTERVALS).find(({ ms }) => ms === rows.rowMs)?.label ?? `${rows.rowMs / 60_000} min`
    const told = rows.interval === null ? length : INTERVALS[rows.interval].label
    warnings.push(`The finest prices are bars of ${told}: what happens inside of them follows the path model`)
  }
  if (closedRows > 0) {
    warnings.push(`Left out because the market was closed: ${counted(closedRows, row)}`)
  }
  if (minutesResolvedByTicks > 0) {
    const minutes = counted(minutesResolvedByTicks, isCoarse(rows) ? 'bar' : 'minute')
    warnings.push(`Decided by real ticks, because the bar left open what happened first: ${minutes}`)
  }
  if (crossed > 0) {
    warnings.push(`The ask lay below the bid in ${counted(crossed, row)}; they were traded as they are`)
  }
  const omission = plots.omission()
  if (omission !== null) warnings.push(omission)
  return warnings
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
