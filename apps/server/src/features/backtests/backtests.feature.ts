import type { RunnerPool } from '@tradeloom/sandbox'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { AnalysisThread } from './analysis-thread.ts'
import { warmUp } from './run/warm-up.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { backtestTopic } from './backtest.topic.ts'
import { createBacktestsRepository } from './backtests.repository.ts'
import { backtestHandlers } from './backtests.routes.ts'
import { backtestRequests } from './backtests.requests.ts'
import { backtestsTopic } from './backtests.topic.ts'
import { BacktestsService } from './backtests.service.ts'
import { runBacktest } from './run-backtest.job.ts'

export function backtestsFeature(
  { config, db, jobs, store, bus, disk, logger, closing, answers, users }: Platform,
  { algorithms, stampsOf }: Pick<AlgorithmsFeature, 'algorithms' | 'stampsOf'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
) {
  const repository = createBacktestsRepository(db)
  const thread = new AnalysisThread()
  const rightsOf = (userId: string) => users.rightsOf(userId)
  const backtests = new BacktestsService({ db, repository, algorithms, market, jobs, bus, disk, thread, rightsOf })
  return {
    backtests,
    handlers: backtestHandlers({ backtests, stampsOf, answers }),
    jobs: (pool: RunnerPool) => [
      runBacktest.with({ repository, pool, store, bus, disk, logger, size: config.runners }),
    ],
    requests: backtestRequests(backtests),
    topics: { backtests: backtestsTopic(backtests), 'backtest.{id}': backtestTopic(backtests) },
    async work(pool: RunnerPool): Promise<void> {
      void warmUp({ store, pool, logger, signal: closing.signal })
    },
    stop: () => thread.stop(),
  } as const satisfies Feature & Record<string, unknown>
}

export type BacktestsFeature = ReturnType<typeof backtestsFeature>
