import type { Handlers } from '../../platform/http/route.ts'
import type { MonteCarlo } from './monte-carlo.service.ts'
import type { OptimizationLuckService } from './optimization-luck.service.ts'
import type { WalkForwards } from './walk-forwards.service.ts'

interface OptimizationLuckDeps {
  readonly luck: Pick<OptimizationLuckService, 'get'>
  readonly monteCarlo: Pick<MonteCarlo, 'get'>
  readonly walkForwards: Pick<WalkForwards, 'get'>
}

type OptimizationLuckHandlers = Pick<
  Handlers,
  | 'getOptimizationLuck'
  | 'getSharedOptimizationLuck'
  | 'getOptimizationMonteCarlo'
  | 'getOptimizationWalkForward'
  | 'getSharedOptimizationWalkForward'
>

const PUBLIC = null

export function optimizationLuckHandlers({
  luck,
  monteCarlo,
  walkForwards,
}: OptimizationLuckDeps): OptimizationLuckHandlers {
  return {
    getOptimizationLuck: ({ params, userId }) => luck.get(params.id, userId),
    getSharedOptimizationLuck: ({ params }) => luck.get(params.id, PUBLIC),
    getOptimizationMonteCarlo: ({ params, query, userId }) => monteCarlo.get(params.id, query.index, userId),
    getOptimizationWalkForward: ({ params, userId }) => walkForwards.get(params.id, userId),
    getSharedOptimizationWalkForward: ({ params }) => walkForwards.get(params.id, PUBLIC),
  }
}
