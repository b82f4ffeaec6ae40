import type { Handlers } from '../../platform/http/route.ts'
import type { OptimizationResults } from './optimization-results.service.ts'

type OptimizationResultHandlers = Pick<
  Handlers,
  'getOptimizationTables' | 'getOptimizationResults' | 'getOptimizationSparklines' | 'getOptimizationLog'
>

/** The specification has only public paths for these; their owner sees everything through them. */
export function optimizationResultHandlers(results: OptimizationResults): OptimizationResultHandlers {
  return {
    getOptimizationTables: ({ params, userId }) => results.tables(params.id, userId),
    getOptimizationResults: ({ params, query, login }) => results.columns(params.id, query, login?.user.id ?? null),
    getOptimizationSparklines: ({ params, query, login }) =>
      results.sparklines(params.id, query.indexes, login?.user.id ?? null),
    getOptimizationLog: ({ params, login }) => results.log(params.id, login?.user.id ?? null),
  }
}
