import { schema, type Transaction } from '@tradeloom/database'
import type { TrialMoments } from '@tradeloom/metrics'
import { eq } from 'drizzle-orm'
import { manifestHash } from './manifest-hash.ts'
import { recordTrials } from './record-trials.ts'

const { algorithmVersions } = schema

type BacktestRow = typeof schema.backtests.$inferSelect

/** One trial without a Sharpe ratio. */
export const UNRATED: TrialMoments = { count: 1, rated: 0, mean: 0, squares: 0 }

/**
 * Counts a backtest among the trials of its lineage, before it shows its first numbers and again when it ends: how it ended
 * does not matter. That of a row of an optimization has been counted with it.
 */
export async function recordBacktest(
  tx: Transaction,
  run: Omit<BacktestRow, 'status'>,
  moments: TrialMoments,
  isPart: boolean,
): Promise<void> {
  if (run.optimisationId !== null) return
  const [version] = await tx
    .select({ scriptHash: algorithmVersions.scriptHash })
    .from(algorithmVersions)
    .where(eq(algorithmVersions.id, run.algorithmVersionId))
  if (!version) return
  const { scriptHash } = version
  const { algorithmId, userId, instrumentId, markets, start, end, interval, resolution, externals } = run
  const { initialBalance, models, tables, accountCurrency, seed } = run
  const manifest = { scriptHash, instrumentId, markets, start, end, interval, resolution, externals }
  const hash = manifestHash({ ...manifest, initialBalance, models, tables, accountCurrency, seed })
  await recordTrials(tx, {
    algorithmId,
    userId,
    kind: 'backtest',
    manifestHash: hash,
    scriptHash,
    moments,
    isPart,
    dataEnd: end,
  })
}
