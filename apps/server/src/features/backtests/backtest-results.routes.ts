import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestResults } from './backtest-results.service.ts'

type BacktestResultHandlers = Pick<
  Handlers,
  | 'getBacktest'
  | 'getBacktestMetrics'
  | 'getBacktestTables'
  | 'getBacktestPlots'
  | 'getBacktestCharts'
  | 'getBacktestLog'
>

export function backtestResultHandlers(results: BacktestResults): BacktestResultHandlers {
  return {
    getBacktest: ({ params, query, viewerId }) => results.detail(params.id, viewerId, query.metrics === 'known'),
    getBacktestMetrics: ({ params, viewerId }) => results.metrics(params.id, viewerId),
    getBacktestTables: ({ params, viewerId }) => results.tables(params.id, viewerId),
    getBacktestPlots: ({ params, query, viewerId }) => results.plots(params.id, viewerId, query),
    getBacktestCharts: ({ params, viewerId }) => results.charts(params.id, viewerId),
    // On its public route, too: the specification has no other one for owners.
    getBacktestLog: ({ params, login }) => results.log(params.id, login?.user.id ?? null),
  }
}
