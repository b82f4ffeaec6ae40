import type { Optimization } from '@tradeloom/contracts'
import type { OptimizationRecord } from './optimizations.repository.ts'

export function viewOptimization(record: OptimizationRecord, viewerId: string | null): Optimization {
  const { optimization: row } = record
  const isOwn = row.userId === viewerId
  const [symbol = '', broker = ''] = row.instrumentId.split(':')
  const number = isOwn ? record.versionNo : (record.sharedVersionNo ?? record.versionNo)
  const isRefunded = row.units > 0 && row.unitsReturned === row.units
  return {
    id: row.id,
    time: row.createdAt.toISOString(),
    algorithmId: row.algorithmId,
    algorithmName: record.algorithmName,
    algorithmVersionId: row.algorithmVersionId,
    displayVersionNo: `v${number}`,
    userId: row.userId,
    username: record.username,
    readOnly: !isOwn,
    instrumentId: row.instrumentId,
    symbol,
    broker,
    simulated: row.simulated,
    initialBalance: row.initialBalance,
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    interval: row.interval as Optimization['interval'],
    resolution: row.resolution === 0 ? 0 : 1,
    externalsSettings: row.externalsSettings,
    models: row.models,
    tables: row.tables,
    accountCurrency: row.accountCurrency,
    lambda: row.lambda,
    strategy: row.strategy,
    genetic: row.genetic,
    budget: row.budget,
    objectives: row.objectives,
    constraints: row.constraints,
    seed: row.seed,
    walkForward: row.walkForward,
    permutationCount: row.permutationCount,
    daysPerYear: row.daysPerYear,
    total: row.total,
    done: row.done,
    status: row.status,
    progress: progressOf(record.optimization),
    statusDetail: row.statusDetail,
    remainingMs: remainingOf(record.optimization),
    started: row.startedAt?.toISOString() ?? null,
    ended: row.endedAt?.toISOString() ?? null,
    bestIndex: row.bestIndex,
    bestProfit: row.bestProfit,
    // What was given back in part was not used.
    units: isRefunded ? row.units : row.units - row.unitsReturned,
    unitsRefunded: isRefunded,
    engineVersion: row.engineVersion,
  }
}

type Row = OptimizationRecord['optimization']

function progressOf({ status, done, total }: Row): number {
  if (status === 'Queued') return -1
  if (status === 'Completed') return 100
  // The end is more than the last backtest: the best are run again.
  return Math.min(99.9, (100 * done) / Math.max(1, total))
}

/** From the pace of the backtests so far, with as many at a time as there were. */
function remainingOf({ status, done, total, startedAt }: Row): number | null {
  if (status !== 'In Progress' || done === 0 || !startedAt) return null
  return Math.round(((Date.now() - startedAt.getTime()) / done) * (total - done))
}
