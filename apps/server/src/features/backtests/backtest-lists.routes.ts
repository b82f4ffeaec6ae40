import type { BacktestFilters } from '@tradeloom/contracts'
import type { Handlers } from '../../platform/http/route.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { StampsOf } from '../algorithms/list-stamps.ts'
import type { BacktestsService } from './backtests.service.ts'

interface BacktestListDeps {
  readonly backtests: BacktestsService
  readonly stampsOf: StampsOf
  readonly answers: StampedAnswers
}

type BacktestListHandlers = Pick<
  Handlers,
  'listBacktests' | 'listAlgorithmBacktests' | 'getBacktestTotals' | 'getAlgorithmBacktestTotals'
>

/** Pages of backtests. Any change in their contents changes the stamp of the user who owns the backtests. */
export function backtestListHandlers({ backtests, stampsOf, answers }: BacktestListDeps): BacktestListHandlers {
  return {
    listBacktests: async ({ query, userId, request, reply }) => {
      const { backtests: stamp } = await stampsOf(userId)
      const key = ['backtests', userId, query.limit, query.before, ...keyOf(query)]
      return answers.answer(request, reply, { key, stamp, make: () => backtests.list(userId, query) })
    },
    listAlgorithmBacktests: async ({ params, query, viewerId, request, reply }) => {
      const ownerId = await backtests.ownerOf(params.id, viewerId)
      const { backtests: stamp } = await stampsOf(ownerId)
      const key = ['backtests of algorithm', params.id, viewerId, query.limit, query.before, ...keyOf(query)]
      const make = () => backtests.listOfAlgorithm(params.id, { ownerId, viewerId }, query)
      return answers.answer(request, reply, { key, stamp, make })
    },
    getBacktestTotals: ({ query, userId }) => backtests.totals(userId, query),
    getAlgorithmBacktestTotals: async ({ params, query, viewerId }) => {
      const ownerId = await backtests.ownerOf(params.id, viewerId)
      return backtests.totalsOfAlgorithm(params.id, { ownerId, viewerId }, query)
    },
  }
}

/** Every filter, so that no two lists share a stored answer. */
function keyOf({ algorithm, symbol, status, starred, q }: BacktestFilters): (string | undefined)[] {
  return [algorithm, symbol, status?.join(), starred, q]
}
