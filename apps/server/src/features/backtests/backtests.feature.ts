import type { RunnerPool } from '@tradeloom/sandbox'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { type RunnerService, startRunner } from './run/runner.service.ts'
import { warmUp } from './run/warm-up.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { createBacktestJobs } from './backtest-jobs.ts'
import { createBacktestsRepository } from './backtests.repository.ts'
import { backtestHandlers } from './backtests.routes.ts'
import { BacktestsService } from './backtests.service.ts'

export function backtestsFeature(
  { config, db, boss, store, bus, disk, logger, closing }: Platform,
  { algorithms }: Pick<AlgorithmsFeature, 'algorithms'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
) {
  const jobs = createBacktestJobs(boss)
  const repository = createBacktestsRepository(db)
  const backtests = new BacktestsService({ db, repository, algorithms, market, jobs, bus, disk })
  let runner: RunnerService | undefined
  return {
    backtests,
    handlers: backtestHandlers(backtests),
    prepare: () => jobs.prepare(),
    async work(pool: RunnerPool): Promise<void> {
      runner = await startRunner({ db, repository, jobs, pool, store, bus, disk, logger, size: config.runners })
      void warmUp({ store, pool, logger, signal: closing.signal })
    },
    stop: async () => runner?.stop(),
  } as const satisfies Feature & Record<string, unknown>
}
