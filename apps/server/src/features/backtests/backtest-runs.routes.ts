import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestChanges } from './backtest-changes.service.ts'
import type { BacktestRuns } from './backtest-runs.service.ts'

type BacktestRunHandlers = Pick<
  Handlers,
  | 'runBacktest'
  | 'runAlgorithmBacktest'
  | 'deleteBacktest'
  | 'deleteBacktests'
  | 'deleteAlgorithmBacktests'
  | 'deleteOptimizationBacktests'
  | 'starOptimizationBacktests'
  | 'updateBacktest'
  | 'starBacktests'
>

export function backtestRunHandlers(runs: BacktestRuns, changes: BacktestChanges): BacktestRunHandlers {
  return {
    runBacktest: async ({ body, userId }) => runs.run(body, userId),
    runAlgorithmBacktest: async ({ params, body, userId }) => runs.run({ ...body, algorithmId: params.id }, userId),
    deleteBacktest: async ({ params, userId }) => {
      await runs.remove(params.id, userId)
      return { ok: true }
    },
    deleteBacktests: ({ body, userId }) => changes.removeAll(body.ids, userId),
    deleteAlgorithmBacktests: ({ params, body, userId }) =>
      changes.removeAll(body.ids, userId, { algorithmId: params.id }),
    deleteOptimizationBacktests: ({ params: { id: algorithmId, optimisationId }, body, userId }) =>
      changes.removeAll(body.ids, userId, { algorithmId, optimisationId }),
    updateBacktest: ({ params, body, userId }) =>
      'status' in body ? runs.stop(params.id, userId) : changes.update(params.id, body, userId),
    starOptimizationBacktests: async ({ params: { id: algorithmId, optimisationId }, body, userId }) => ({
      updated: await changes.star({ algorithmId, optimisationId }, body.ids, body.starred, userId),
    }),
    starBacktests: async ({ params, body, userId }) => ({
      updated: await changes.star({ algorithmId: params.id }, body.ids, body.starred, userId),
    }),
  }
}
