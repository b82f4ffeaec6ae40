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
    deleteAlgorithmBacktests: ({ params, body, userId }) => changes.removeAll(body.ids, userId, params.id),
    updateBacktest: ({ params, body, userId }) =>
      'status' in body ? runs.stop(params.id, userId) : changes.update(params.id, body, userId),
    starBacktests: async ({ params, body, userId }) => ({
      updated: await changes.star(params.id, body.ids, body.starred, userId),
    }),
  }
}
