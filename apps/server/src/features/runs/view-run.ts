import type { Backtest, Optimization } from '@tradeloom/contracts'
import type { schema } from '@tradeloom/database'

type BacktestRow = typeof schema.backtests.$inferSelect
type OptimizationRow = typeof schema.optimizations.$inferSelect

/** The columns that the tables of all kinds of runs have. */
type RunRow = Pick<BacktestRow | OptimizationRow, keyof BacktestRow & keyof OptimizationRow>

/** What a list shows of a run besides its own row. */
export interface RunNames {
  readonly algorithmName: string
  readonly username: string
  readonly versionNo: number
  /** As others count the versions. */
  readonly sharedVersionNo: number | null
}

type CommonFields = Omit<Pick<Backtest, keyof Backtest & keyof Optimization>, 'progress' | 'units' | 'unitsRefunded'>

/** What all kinds of runs show alike. */
export function viewRun(row: RunRow, names: RunNames, viewerId: string | null): CommonFields {
  const isOwn = row.userId === viewerId
  const [symbol = '', broker = ''] = row.instrumentId.split(':')
  const number = isOwn ? names.versionNo : (names.sharedVersionNo ?? names.versionNo)
  const { id, algorithmId, algorithmVersionId, userId, instrumentId, simulated, initialBalance } = row
  const { models, tables, accountCurrency, lambda, status, engineVersion } = row
  return {
    id,
    time: row.createdAt.toISOString(),
    algorithmId,
    algorithmName: names.algorithmName,
    algorithmVersionId,
    displayVersionNo: `v${number}`,
    userId,
    username: names.username,
    readOnly: !isOwn,
    starred: isOwn && row.isStarred,
    instrumentId,
    symbol,
    broker,
    simulated,
    initialBalance,
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    interval: row.interval as Backtest['interval'],
    resolution: row.resolution === 0 ? 0 : 1,
    models,
    tables,
    accountCurrency,
    lambda,
    status,
    started: row.startedAt?.toISOString() ?? null,
    ended: row.endedAt?.toISOString() ?? null,
    engineVersion,
  }
}
