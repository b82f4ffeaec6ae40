import { schema, type Transaction } from '@tradeloom/database'
import type { TrialMoments } from '@tradeloom/metrics'
import { eq } from 'drizzle-orm'
import { manifestHash } from './manifest-hash.ts'
import { recordTrials } from './record-trials.ts'

const { algorithmVersions } = schema

type BacktestRow = typeof schema.backtests.$inferSelect

/**
 * Counts an ended backtest among the trials of its lineage. One that ended with an error shows no result: 0 trials. That of
 * a row of an optimization has been counted with it.
 */
export async function recordBacktest(tx: Transaction, run: BacktestRow, moments: TrialMoments): Promise<void> {
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
    dataEnd: end,
  })
}
