import type { Handlers } from '../../platform/http/route.ts'
import type { OptimizationBacktests } from './optimization-backtests.service.ts'
import type { OptimizationRuns } from './optimization-runs.service.ts'

type OptimizationRunHandlers = Pick<
  Handlers,
  | 'createOptimization'
  | 'deleteOptimization'
  | 'stopOptimization'
  | 'putStopOptimization'
  | 'starOptimization'
  | 'runOptimizationBacktest'
  | 'runBacktestOfOptimization'
  | 'listOptimizationBacktests'
>

export function optimizationRunHandlers(
  runs: OptimizationRuns,
  backtests: OptimizationBacktests,
): OptimizationRunHandlers {
  return {
    createOptimization: ({ body, userId }) => runs.create(body, userId),
    deleteOptimization: async ({ params, userId }) => {
      await runs.remove(params.id, userId)
      return { ok: true }
    },
    stopOptimization: ({ params, userId }) => runs.stop(params.id, userId),
    putStopOptimization: ({ params, userId }) => runs.stop(params.id, userId),
    starOptimization: ({ params, body, userId }) => runs.star(params.id, body.starred, userId),
    listOptimizationBacktests: ({ params, query, viewerId }) => backtests.list(params, query, viewerId),
    runBacktestOfOptimization: ({ params, body, userId }) => backtests.runOf(params, body.index, userId),
    runOptimizationBacktest: ({ params, body, userId }) => backtests.run(params.id, body.index, userId),
  }
}
