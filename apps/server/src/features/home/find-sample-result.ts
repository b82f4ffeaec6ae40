import type { SampleResult } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'

const { algorithms, algorithmVersions, backtests, users } = schema

/** The completed run of a shared sample with the best result, on real prices if there is one; null while there is none. */
export async function findSampleResult(db: Drizzle): Promise<SampleResult | null> {
  const [found] = await db
    .select({ backtest: backtests, algorithmName: algorithms.name })
    .from(backtests)
    .innerJoin(algorithms, eq(algorithms.id, backtests.algorithmId))
    .innerJoin(algorithmVersions, eq(algorithmVersions.id, backtests.algorithmVersionId))
    .innerJoin(users, eq(users.id, algorithms.userId))
    .where(
      and(
        eq(users.username, SAMPLE_OWNER),
        eq(backtests.userId, users.id),
        eq(backtests.status, 'Completed'),
        algorithms.shared,
        algorithmVersions.shared,
        isNotNull(backtests.sparkline),
      ),
    )
    .orderBy(backtests.simulated, desc(backtests.profitPercentage))
    .limit(1)
  if (!found) return null
  const { backtest, algorithmName } = found
  return {
    algorithmId: backtest.algorithmId,
    algorithmName,
    backtestId: backtest.id,
    symbol: backtest.instrumentId.split(':')[0] ?? '',
    simulated: backtest.simulated,
    start: backtest.start.toISOString(),
    end: backtest.end.toISOString(),
    profitPercentage: backtest.profitPercentage ?? 0,
    maxDrawdownPercentage: backtest.maxDrawdownPercentage ?? 0,
    profitFactor: backtest.profitFactor,
    positionCount: backtest.positionCount ?? 0,
    sparkline: backtest.sparkline ?? [],
  }
}
