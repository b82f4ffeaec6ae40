import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { warmUp } from './run/warm-up.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import type { PackagesFeature } from '../packages/packages.feature.ts'
import type { SourcesFeature } from '../sources/sources.feature.ts'
import { ResultQuota } from '../runs/result-quota.ts'
import { lineageTrials } from '../lineages/lineage-trials.ts'
import { backtestTopic } from './backtest.topic.ts'
import { createBacktestsRepository } from './backtests.repository.ts'
import { backtestAnalysisHandlers } from './backtest-analyses.routes.ts'
import { BacktestAnalyses } from './backtest-analyses.service.ts'
import { backtestListHandlers } from './backtest-lists.routes.ts'
import { backtestPositionHandlers } from './backtest-positions.routes.ts'
import { backtestResultHandlers } from './backtest-results.routes.ts'
import { BacktestResults } from './backtest-results.service.ts'
import { BacktestChanges } from './backtest-changes.service.ts'
import { backtestRunHandlers } from './backtest-runs.routes.ts'
import { BacktestRuns } from './backtest-runs.service.ts'
import type { AnalyzeResult } from './result-analyses.ts'
import { backtestRequests } from './backtests.requests.ts'
import { backtestsTopic } from './backtests.topic.ts'
import { BacktestsService } from './backtests.service.ts'
import { runBacktest } from './run-backtest.job.ts'

export function backtestsFeature(
  { config, db, jobs, store, bus, disk, logger, closing, answers, users, runners, now }: Platform,
  { algorithms, stampsOf }: Pick<AlgorithmsFeature, 'algorithms' | 'stampsOf'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
  { units }: Pick<PackagesFeature, 'units'>,
  { series }: Pick<SourcesFeature, 'series'>,
  analyze: AnalyzeResult,
) {
  const repository = createBacktestsRepository(db)
  const rightsOf = (userId: string) => users.rightsOf(userId)
  const trials = (algorithmId: string) => lineageTrials(db, algorithmId)
  const backtests = new BacktestsService({ repository, algorithms })
  const quota = new ResultQuota(db, config.userQuotas.storedBytes, now)
  const runs = new BacktestRuns({
    db,
    repository,
    backtests,
    algorithms,
    market,
    jobs,
    bus,
    disk,
    quota,
    rightsOf,
    units,
    series,
  })
  const changes = new BacktestChanges({ db, backtests, runs, bus })
  const results = new BacktestResults({ repository, backtests, market, bus, analyze, trials })
  const analyses = new BacktestAnalyses({ backtests, results, market })
  return {
    repository,
    backtests,
    results,
    runs,
    quota,
    handlers: {
      ...backtestListHandlers({ backtests, stampsOf, answers }),
      ...backtestRunHandlers(runs, changes),
      ...backtestResultHandlers(results),
      ...backtestPositionHandlers(results),
      ...backtestAnalysisHandlers(analyses),
    },
    jobs: () => [
      runBacktest.with({ repository, pool: runners(), store, bus, disk, logger, units, size: config.runners }),
    ],
    requests: backtestRequests(results, runs),
    topics: { backtests: backtestsTopic(backtests), 'backtest.{id}': backtestTopic(backtests) },
    async work(): Promise<void> {
      void warmUp({ store, pool: runners(), logger, signal: closing.signal })
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type BacktestsFeature = ReturnType<typeof backtestsFeature>
