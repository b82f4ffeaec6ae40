import type { Handlers } from '../../platform/http/route.ts'
import type { OptimizationsService } from './optimizations.service.ts'

type OptimizationListHandlers = Pick<
  Handlers,
  | 'listOptimizations'
  | 'listAlgorithmOptimizations'
  | 'listSharedAlgorithmOptimizations'
  | 'getOptimization'
  | 'getSharedOptimization'
>

/** Public paths return what is shared to everybody, including the owner. */
const PUBLIC = null

export function optimizationListHandlers(optimizations: OptimizationsService): OptimizationListHandlers {
  return {
    listOptimizations: ({ query, userId }) => optimizations.list(userId, query),
    listAlgorithmOptimizations: ({ params, query, userId }) => optimizations.listOfAlgorithm(params.id, userId, query),
    listSharedAlgorithmOptimizations: ({ params, query }) => optimizations.listOfAlgorithm(params.id, PUBLIC, query),
    getOptimization: ({ params, userId }) => optimizations.row(params.id, userId),
    getSharedOptimization: ({ params }) => optimizations.row(params.id, PUBLIC),
  }
}
