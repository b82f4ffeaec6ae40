import type { Backtest, BacktestDetail, Position } from '@tradeloom/contracts'
import { viewRun } from '../runs/view-run.ts'
import type { BacktestRecord, ResultRow, StoredMetrics } from './backtests.repository.ts'
import { viewMetrics } from './metric-views.ts'

export function viewBacktest(record: BacktestRecord, viewerId: string | null): Backtest {
  const { row } = record
  const isOwn = row.userId === viewerId
  return {
    ...viewRun(row, record, viewerId),
    ownerId: record.ownerId,
    markets: row.markets,
    barInterval: row.barInterval,
    externals: inOrder(row.externals, record.declared),
    optimisationId: row.optimisationId,
    progress: row.progress,
    detail: row.detail,
    errorLine: row.errorLine,
    errorColumn: row.errorColumn,
    equity: row.equity,
    profit: row.profit,
    profitPercentage: row.profitPercentage,
    maxDrawdown: row.maxDrawdown,
    maxDrawdownPercentage: row.maxDrawdownPercentage,
    positionCount: row.positionCount,
    profitFactor: row.profitFactor,
    sparkline: row.sparkline,
    resultHash: row.resultHash,
    cpuMs: row.cpuMs,
    ticks: row.ticks,
    units: row.units,
    unitsRefunded: row.unitsRefundedAt !== null,
    note: isOwn ? row.note : null,
    rerunOf: isOwn ? row.rerunOf : null,
  }
}

/** In the order of the script: JSONB sorts names by length. */
function inOrder(
  values: Readonly<Record<string, number>>,
  declared: BacktestRecord['declared'],
): Record<string, number> {
  const names = declared.map(({ name }) => name).filter((name) => Object.hasOwn(values, name))
  return Object.fromEntries([...names, ...Object.keys(values)].map((name) => [name, values[name] as number]))
}

export function viewDetail(
  record: BacktestRecord,
  result: ResultRow | null,
  metrics: StoredMetrics | null,
  viewerId: string | null,
  prices: BacktestDetail['prices'],
): BacktestDetail {
  return {
    ...viewBacktest(record, viewerId),
    statistics: result?.statistics ? withCurrentKeys(result.statistics) : null,
    metrics: viewMetrics(metrics ?? {}),
    warnings: result?.warnings ?? [],
    endPrices: result?.endPrices ?? null,
    manifest: result?.manifest ?? null,
    prices,
    dataQuality: (result?.dataQuality ?? null) as BacktestDetail['dataQuality'],
  }
}

/** Results stored before the rename carry `finerMinutes`. */
function withCurrentKeys({ finerMinutes, ...statistics }: Readonly<Record<string, number | null>>) {
  return finerMinutes === undefined ? statistics : { minutesResolvedByTicks: finerMinutes, ...statistics }
}

/** Positions as stored; those of older engines lack some fields. */
export type StoredPosition = Omit<Position, keyof typeof UNTOLD> & Partial<Position>

const UNTOLD = {
  spreadCost: null,
  slippageCost: null,
  swapCost: null,
  fundingCost: null,
  mae: null,
  mfe: null,
  maePips: null,
  mfePips: null,
  risk: null,
  equityAtEntry: null,
  notional: null,
  profitInterval: null,
  tag: null,
} satisfies Partial<Position>

export function viewPosition(stored: StoredPosition): Position {
  return { ...UNTOLD, ...stored }
}
