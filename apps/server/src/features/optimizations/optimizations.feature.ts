import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AlgorithmsFeature } from '../algorithms/algorithms.feature.ts'
import type { BacktestsFeature } from '../backtests/backtests.feature.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import type { PackagesFeature } from '../packages/packages.feature.ts'
import type { SourcesFeature } from '../sources/sources.feature.ts'
import { optimizationTopic } from './optimization.topic.ts'
import { OptimizationEnds } from './optimization-ends.ts'
import { OptimizationBacktests } from './optimization-backtests.service.ts'
import { optimizationListHandlers } from './optimization-lists.routes.ts'
import { optimizationResultHandlers } from './optimization-results.routes.ts'
import { OptimizationResults } from './optimization-results.service.ts'
import { optimizationRunHandlers } from './optimization-runs.routes.ts'
import { OptimizationRuns } from './optimization-runs.service.ts'
import { createOptimizationsRepository } from './optimizations.repository.ts'
import { optimizationRequests } from './optimizations.requests.ts'
import { OptimizationsService } from './optimizations.service.ts'
import { optimizationsTopic } from './optimizations.topic.ts'
import { OptimizationInputs } from './run/optimization-inputs.ts'
import { runBatch } from './run/run-batch.job.ts'
import { runOptimization } from './run/run-optimization.job.ts'

export function optimizationsFeature(
  { config, db, jobs, store, bus, disk, logger, users, runners }: Platform,
  { algorithms }: Pick<AlgorithmsFeature, 'algorithms'>,
  { market }: Pick<InstrumentsFeature, 'market'>,
  { units }: Pick<PackagesFeature, 'units'>,
  { backtests, quota }: Pick<BacktestsFeature, 'backtests' | 'quota'>,
  { series }: Pick<SourcesFeature, 'series'>,
) {
  const repository = createOptimizationsRepository(db)
  const rightsOf = (userId: string) => users.rightsOf(userId)
  const optimizations = new OptimizationsService({ repository, algorithms })
  const results = new OptimizationResults({ repository, optimizations })
  const ends = new OptimizationEnds({ repository, jobs, bus, units })
  const inputs = new OptimizationInputs({ db, store, logger })
  const runs = new OptimizationRuns({
    db,
    repository,
    optimizations,
    algorithms,
    market,
    jobs,
    bus,
    disk,
    quota,
    rightsOf,
    units,
    ends,
    series,
  })
  const full = new OptimizationBacktests({ db, repository, optimizations, backtests, jobs, bus, disk, quota })
  return {
    repository,
    optimizations,
    runs,
    ends,
    handlers: {
      ...optimizationListHandlers(optimizations),
      ...optimizationRunHandlers(runs, full),
      ...optimizationResultHandlers(results),
    },
    jobs: () => {
      const { runners: size } = config
      const pool = runners()
      return [
        runOptimization.with({ db, repository, jobs, pool, market: store, bus, inputs, ends, logger, size }),
        runBatch.with({ db, pool, bus, inputs, ends, size }),
      ]
    },
    requests: optimizationRequests(results, runs),
    topics: {
      optimisations: optimizationsTopic(optimizations),
      'optimisation.{id}': optimizationTopic(optimizations),
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type OptimizationsFeature = ReturnType<typeof optimizationsFeature>
