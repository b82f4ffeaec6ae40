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
  'getOptimizationLuck' | 'getOptimizationMonteCarlo' | 'getOptimizationWalkForward'
>

export function optimizationLuckHandlers({
  luck,
  monteCarlo,
  walkForwards,
}: OptimizationLuckDeps): OptimizationLuckHandlers {
  return {
    getOptimizationLuck: ({ params, viewerId }) => luck.get(params.id, viewerId),
    getOptimizationMonteCarlo: ({ params, query, userId }) => monteCarlo.get(params.id, query.index, userId),
    getOptimizationWalkForward: ({ params, viewerId }) => walkForwards.get(params.id, viewerId),
  }
}
