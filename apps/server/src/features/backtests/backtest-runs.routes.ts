import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestRuns } from './backtest-runs.service.ts'

type BacktestRunHandlers = Pick<Handlers, 'runBacktest' | 'deleteBacktest' | 'stopBacktest'>

export function backtestRunHandlers(runs: BacktestRuns): BacktestRunHandlers {
  return {
    runBacktest: async ({ body, userId }) => runs.run(body, userId),
    deleteBacktest: async ({ params, userId }) => {
      await runs.remove(params.id, userId)
      return { ok: true }
    },
    stopBacktest: ({ params, userId }) => runs.stop(params.id, userId),
  }
}
