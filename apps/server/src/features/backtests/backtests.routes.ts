import type { Handlers } from '../../platform/http/route.ts'
import { backtestListHandlers, type BacktestRoutesDeps } from './backtest-lists.routes.ts'

type BacktestHandlers = Pick<
  Handlers,
  | 'runBacktest'
  | 'listBacktests'
  | 'listAlgorithmBacktests'
  | 'listSharedAlgorithmBacktests'
  | 'getBacktest'
  | 'getSharedBacktest'
  | 'getBacktestMetrics'
  | 'getSharedBacktestMetrics'
  | 'getBacktestTables'
  | 'getSharedBacktestTables'
  | 'deleteBacktest'
  | 'stopBacktest'
  | 'getBacktestPositions'
  | 'getSharedBacktestPositions'
  | 'getBacktestPositionPage'
  | 'getSharedBacktestPositionPage'
  | 'getBacktestPlots'
  | 'getSharedBacktestPlots'
  | 'getBacktestCharts'
  | 'getSharedBacktestCharts'
  | 'getBacktestLog'
  | 'getSharedBacktestLog'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export function backtestHandlers(deps: BacktestRoutesDeps): BacktestHandlers {
  const { backtests } = deps
  return {
    ...backtestListHandlers(deps),
    runBacktest: async ({ body, userId }) => backtests.run(body, userId),
    getBacktest: ({ params, query, userId }) => backtests.detail(params.id, userId, query.metrics === 'known'),
    getSharedBacktest: ({ params, query }) => backtests.detail(params.id, PUBLIC, query.metrics === 'known'),
    getBacktestMetrics: ({ params, userId }) => backtests.metrics(params.id, userId),
    getSharedBacktestMetrics: ({ params }) => backtests.metrics(params.id, PUBLIC),
    getBacktestTables: ({ params, userId }) => backtests.tables(params.id, userId),
    getSharedBacktestTables: ({ params }) => backtests.tables(params.id, PUBLIC),
    deleteBacktest: async ({ params, userId }) => {
      await backtests.remove(params.id, userId)
      return { ok: true }
    },
    stopBacktest: ({ params, userId }) => backtests.stop(params.id, userId),
    getBacktestPositions: async ({ params, query, userId, reply }) => {
      if (query.format === 'JSON') return backtests.positions(params.id, userId)
      const csv = await backtests.positionsCsv(params.id, userId)
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="positions-${params.id}.csv"`)
      return csv
    },
    getSharedBacktestPositions: ({ params }) => backtests.positions(params.id, PUBLIC),
    getBacktestPositionPage: ({ params, query, userId }) => backtests.positionPage(params.id, userId, query),
    getSharedBacktestPositionPage: ({ params, query }) => backtests.positionPage(params.id, PUBLIC, query),
    getBacktestPlots: ({ params, query, userId }) => backtests.plots(params.id, userId, query),
    getSharedBacktestPlots: ({ params, query }) => backtests.plots(params.id, PUBLIC, query),
    getBacktestCharts: ({ params, userId }) => backtests.charts(params.id, userId),
    getSharedBacktestCharts: ({ params }) => backtests.charts(params.id, PUBLIC),
    getBacktestLog: ({ params, userId }) => backtests.log(params.id, userId),
    getSharedBacktestLog: ({ params }) => backtests.log(params.id, PUBLIC),
  }
}
