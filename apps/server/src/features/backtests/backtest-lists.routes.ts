import type { Handlers } from '../../platform/http/route.ts'
import type { StampedAnswers } from '../../platform/http/stamped-answers.ts'
import type { StampsOf } from '../algorithms/list-stamps.ts'
import type { BacktestsService } from './backtests.service.ts'

interface BacktestListDeps {
  readonly backtests: BacktestsService
  readonly stampsOf: StampsOf
  readonly answers: StampedAnswers
}

type BacktestListHandlers = Pick<Handlers, 'listBacktests' | 'listAlgorithmBacktests' | 'listSharedAlgorithmBacktests'>

/** Pages of backtests. Any change in their contents changes the stamp of the user who owns the backtests. */
export function backtestListHandlers({ backtests, stampsOf, answers }: BacktestListDeps): BacktestListHandlers {
  return {
    listBacktests: async ({ query, userId, request, reply }) => {
      const { backtests: stamp } = await stampsOf(userId)
      const key = ['backtests', userId, query.limit, query.before]
      return answers.answer(request, reply, { key, stamp, make: () => backtests.list(userId, query) })
    },
    listAlgorithmBacktests: async ({ params, query, userId, request, reply }) => {
      const ownerId = await backtests.ownerOf(params.id, userId)
      const { backtests: stamp } = await stampsOf(ownerId)
      const key = ['backtests of algorithm', params.id, userId, query.limit, query.before]
      const make = () => backtests.listOfAlgorithm(params.id, { ownerId, viewerId: userId }, query)
      return answers.answer(request, reply, { key, stamp, make })
    },
    listSharedAlgorithmBacktests: async ({ params, query, request, reply }) => {
      const ownerId = await backtests.ownerOf(params.id, null)
      const { backtests: stamp } = await stampsOf(ownerId)
      const key = ['backtests of algorithm', params.id, null, query.limit, query.before]
      const make = () => backtests.listOfAlgorithm(params.id, { ownerId, viewerId: null }, query)
      return answers.answer(request, reply, { key, stamp, make })
    },
  }
}
