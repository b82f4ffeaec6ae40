import type { Handlers } from '../../platform/http/route.ts'
import type { OptimizationsService } from './optimizations.service.ts'

type OptimizationListHandlers = Pick<Handlers, 'listOptimizations' | 'listAlgorithmOptimizations' | 'getOptimization'>

export function optimizationListHandlers(optimizations: OptimizationsService): OptimizationListHandlers {
  return {
    listOptimizations: ({ query, userId }) => optimizations.list(userId, query),
    listAlgorithmOptimizations: async ({ params, query, viewerId }) => {
      const ownerId = await optimizations.ownerOf(params.id, viewerId)
      return optimizations.listOfAlgorithm(params.id, { ownerId, viewerId }, query)
    },
    getOptimization: ({ params, viewerId }) => optimizations.row(params.id, viewerId),
  }
}
