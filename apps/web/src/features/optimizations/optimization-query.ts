import type { Algorithm } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { runPages } from '../../entities/runs/run-pages.ts'

/** Optimizations of the user, or of one algorithm; with `readOnly` those of its owner that are shared. */
export function optimizationsQuery(algorithm: Pick<Algorithm, 'id' | 'readOnly'> | null) {
  const { id, readOnly } = algorithm ?? { id: 'all', readOnly: false }
  return runPages(['optimizations', id, readOnly], (query, signal) =>
    algorithm === null
      ? call('listOptimizations', { query, signal })
      : call('listAlgorithmOptimizations', { isShared: readOnly, params: { id }, query, signal }),
  )
}

/** One optimization: the user's own, or with `isShared` the public one of another user. */
export function optimizationQuery(id: string, isShared: boolean) {
  return queryOptions({
    queryKey: ['optimization', id, isShared],
    queryFn: ({ signal }) => call('getOptimization', { isShared, params: { id }, signal }),
  })
}

/** Spread by hour and rates that an own optimization runs with; they never change. */
export function optimizationTablesQuery(id: string) {
  return queryOptions({
    queryKey: ['optimization-tables', id],
    queryFn: ({ signal }) => call('getOptimizationTables', { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
