import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestResults } from './backtest-results.service.ts'

type BacktestResultHandlers = Pick<
  Handlers,
  | 'getBacktest'
  | 'getSharedBacktest'
  | 'getBacktestMetrics'
  | 'getSharedBacktestMetrics'
  | 'getBacktestTables'
  | 'getSharedBacktestTables'
  | 'getBacktestPlots'
  | 'getSharedBacktestPlots'
  | 'getBacktestCharts'
  | 'getSharedBacktestCharts'
  | 'getBacktestLog'
  | 'getSharedBacktestLog'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export function backtestResultHandlers(results: BacktestResults): BacktestResultHandlers {
  return {
    getBacktest: ({ params, query, userId }) => results.detail(params.id, userId, query.metrics === 'known'),
    getSharedBacktest: ({ params, query }) => results.detail(params.id, PUBLIC, query.metrics === 'known'),
    getBacktestMetrics: ({ params, userId }) => results.metrics(params.id, userId),
    getSharedBacktestMetrics: ({ params }) => results.metrics(params.id, PUBLIC),
    getBacktestTables: ({ params, userId }) => results.tables(params.id, userId),
    getSharedBacktestTables: ({ params }) => results.tables(params.id, PUBLIC),
    getBacktestPlots: ({ params, query, userId }) => results.plots(params.id, userId, query),
    getSharedBacktestPlots: ({ params, query }) => results.plots(params.id, PUBLIC, query),
    getBacktestCharts: ({ params, userId }) => results.charts(params.id, userId),
    getSharedBacktestCharts: ({ params }) => results.charts(params.id, PUBLIC),
    getBacktestLog: ({ params, userId }) => results.log(params.id, userId),
    getSharedBacktestLog: ({ params }) => results.log(params.id, PUBLIC),
  }
}
