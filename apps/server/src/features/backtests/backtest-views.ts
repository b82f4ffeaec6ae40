import type { Backtest, BacktestDetail, Position } from '@tradeloom/contracts'
import type { BacktestRecord, ResultRow, StoredMetrics } from './backtests.repository.ts'
import { viewMetrics } from './metric-views.ts'

export function viewBacktest(record: BacktestRecord, viewerId: string | null): Backtest {
  const { backtest: row } = record
  const isOwn = row.userId === viewerId
  const [symbol = '', broker = ''] = row.instrumentId.split(':')
  const number = isOwn ? record.versionNo : (record.sharedVersionNo ?? record.versionNo)
  return {
    id: row.id,
    time: row.createdAt.toISOString(),
    algorithmId: row.algorithmId,
    algorithmName: record.algorithmName,
    algorithmVersionId: row.algorithmVersionId,
    displayVersionNo: `v${number}`,
    userId: row.userId,
    ownerId: record.ownerId,
    username: record.username,
    readOnly: !isOwn,
    instrumentId: row.instrumentId,
    symbol,
    broker,
    markets: row.markets,
    simulated: row.simulated,
    initialBalance: row.initialBalance,
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    interval: row.interval as Backtest['interval'],
    resolution: row.resolution === 0 ? 0 : 1,
    barInterval: row.barInterval,
    externals: inOrder(row.externals, record.declared),
    models: row.models,
    tables: row.tables,
    accountCurrency: row.accountCurrency,
    lambda: row.lambda,
    optimisationId: row.optimisationId,
    status: row.status,
    progress: row.progress,
    detail: row.detail,
    errorLine: row.errorLine,
    errorColumn: row.errorColumn,
    started: row.startedAt?.toISOString() ?? null,
    ended: row.endedAt?.toISOString() ?? null,
    equity: row.equity,
    profit: row.profit,
    profitPercentage: row.profitPercentage,
    maxDrawdown: row.maxDrawdown,
    maxDrawdownPercentage: row.maxDrawdownPercentage,
    positionCount: row.positionCount,
    profitFactor: row.profitFactor,
    sparkline: row.sparkline,
    resultHash: row.resultHash,
    engineVersion: row.engineVersion,
    cpuMs: row.cpuMs,
    ticks: row.ticks,
    units: row.units,
    unitsRefunded: row.unitsRefundedAt !== null,
    note: isOwn ? row.note : null,
    starred: isOwn && row.isStarred,
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
