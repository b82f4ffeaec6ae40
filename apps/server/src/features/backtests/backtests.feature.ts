import type { RunnerPool } from '@tradeloom/sandbox'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { warmUp } from './run/warm-up.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { createBacktestsRepository } from './backtests.repository.ts'
import { backtestHandlers } from './backtests.routes.ts'
import { BacktestsService } from './backtests.service.ts'
import { runBacktest } from './run-backtest.job.ts'

export function backtestsFeature(
  { config, db, jobs, store, bus, disk, logger, closing }: Platform,
  { algorithms }: Pick<AlgorithmsFeature, 'algorithms'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
) {
  const repository = createBacktestsRepository(db)
  const backtests = new BacktestsService({ db, repository, algorithms, market, jobs, bus, disk })
  return {
    backtests,
    handlers: backtestHandlers(backtests),
    jobs: (pool: RunnerPool) => [
      runBacktest.with({ repository, pool, store, bus, disk, logger, size: config.runners }),
    ],
    async work(pool: RunnerPool): Promise<void> {
      void warmUp({ store, pool, logger, signal: closing.signal })
    },
  } as const satisfies Feature & Record<string, unknown>
}
