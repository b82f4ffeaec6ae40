import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
