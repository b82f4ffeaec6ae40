import type { Handlers } from '../../platform/http/route.ts'
import type { BacktestResults } from './backtest-results.service.ts'

type BacktestPositionHandlers = Pick<
  Handlers,
  | 'getBacktestPositions'
  | 'getSharedBacktestPositions'
  | 'getBacktestPositionPage'
  | 'getSharedBacktestPositionPage'
  | 'getBacktestPositionWindow'
  | 'getSharedBacktestPositionWindow'
  | 'getBacktestPositionNeighbor'
  | 'getSharedBacktestPositionNeighbor'
  | 'getBacktestExcursions'
  | 'getSharedBacktestExcursions'
  | 'getBacktestOrderPage'
  | 'getSharedBacktestOrderPage'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export function backtestPositionHandlers(results: BacktestResults): BacktestPositionHandlers {
  return {
    getBacktestPositions: async ({ params, query, userId, reply }) => {
      if (query.format === 'JSON') return results.positions(params.id, userId)
      const csv = await results.positionsCsv(params.id, userId)
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="positions-${params.id}.csv"`)
      return csv
    },
    getSharedBacktestPositions: ({ params }) => results.positions(params.id, PUBLIC),
    getBacktestPositionPage: ({ params, query, userId }) => results.positionPage(params.id, userId, query),
    getSharedBacktestPositionPage: ({ params, query }) => results.positionPage(params.id, PUBLIC, query),
    getBacktestPositionWindow: ({ params, query, userId }) => results.positionWindow(params.id, userId, query),
    getSharedBacktestPositionWindow: ({ params, query }) => results.positionWindow(params.id, PUBLIC, query),
    getBacktestPositionNeighbor: ({ params, query, userId }) => results.neighbor(params.id, userId, query),
    getSharedBacktestPositionNeighbor: ({ params, query }) => results.neighbor(params.id, PUBLIC, query),
    getBacktestExcursions: ({ params, userId }) => results.excursions(params.id, userId),
    getSharedBacktestExcursions: ({ params }) => results.excursions(params.id, PUBLIC),
    getBacktestOrderPage: ({ params, query, userId }) => results.orderPage(params.id, userId, query),
    getSharedBacktestOrderPage: ({ params, query }) => results.orderPage(params.id, PUBLIC, query),
  }
}
