import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestResults } from './backtest-results.service.ts'

type BacktestPositionHandlers = Pick<
  Handlers,
  | 'getBacktestPositions'
  | 'getBacktestPositionPage'
  | 'getBacktestPositionWindow'
  | 'getBacktestPositionNeighbor'
  | 'getBacktestExcursions'
  | 'getBacktestOrderPage'
>

export function backtestPositionHandlers(results: BacktestResults): BacktestPositionHandlers {
  return {
    getBacktestPositions: async ({ params, query, viewerId, reply }) => {
      // Only the owner's route accepts CSV.
      if (query.format === 'JSON' || viewerId === null) return results.positions(params.id, viewerId)
      const csv = await results.positionsCsv(params.id, viewerId)
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="positions-${params.id}.csv"`)
      return csv
    },
    getBacktestPositionPage: ({ params, query, viewerId }) => results.positionPage(params.id, viewerId, query),
    getBacktestPositionWindow: ({ params, query, viewerId }) => results.positionWindow(params.id, viewerId, query),
    getBacktestPositionNeighbor: ({ params, query, viewerId }) => results.neighbor(params.id, viewerId, query),
    getBacktestExcursions: ({ params, viewerId }) => results.excursions(params.id, viewerId),
    getBacktestOrderPage: ({ params, query, viewerId }) => results.orderPage(params.id, viewerId, query),
  }
}
