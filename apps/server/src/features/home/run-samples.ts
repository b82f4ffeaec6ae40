import { endpoints } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'
import type { BacktestRuns } from '../backtests/backtest-runs.service.ts'
import type { MarketService } from '../instruments/market.service.ts'

const { algorithms, algorithmVersions, backtests, users } = schema

const INSTRUMENT = 'EURUSD:SIM'
const DAY_MS = 86_400_000
const DAYS = 180

interface SampleRunDeps {
  readonly db: Drizzle
  readonly runs: Pick<BacktestRuns, 'run'>
  readonly market: Pick<MarketService, 'find'>
  readonly logger: FastifyBaseLogger
}

/** Queues one run of each sample that has none yet, so that the first visitor of an installation sees results. */
export async function runSamples({ db, runs, market, logger }: SampleRunDeps): Promise<void> {
  const missing = await samplesWithoutRun(db)
  for (const { userId, algorithmId, algorithmVersionId } of missing) {
    try {
      const instrument = await market.find(INSTRUMENT, userId)
      const prices = instrument?.series.find(({ interval }) => interval === 'M1')
      if (!prices) return
      const end = Math.floor(prices.last / DAY_MS) * DAY_MS
      const start = Math.max(end - DAYS * DAY_MS, Math.ceil(prices.first / DAY_MS) * DAY_MS)
      const settings = endpoints.runBacktest.body.parse({
        algorithmId,
        algorithmVersionId,
        instrumentId: INSTRUMENT,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        interval: 'H1',
      })
      await runs.run(settings, userId, { isCharged: false })
    } catch (error) {
      // Cards without a result are still cards.
      logger.warn({ err: error, algorithm: algorithmId }, 'no run of a sample')
    }
  }
}

function samplesWithoutRun(db: Drizzle) {
  return db
    .select({ userId: users.id, algorithmId: algorithms.id, algorithmVersionId: algorithmVersions.id })
    .from(algorithms)
    .innerJoin(users, eq(users.id, algorithms.userId))
    .innerJoin(algorithmVersions, eq(algorithmVersions.algorithmId, algorithms.id))
    .leftJoin(backtests, and(eq(backtests.algorithmVersionId, algorithmVersions.id), eq(backtests.userId, users.id)))
    .where(and(eq(users.username, SAMPLE_OWNER), algorithmVersions.shared, isNull(backtests.id)))
}
