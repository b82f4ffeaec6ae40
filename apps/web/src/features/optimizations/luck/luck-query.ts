import type { Optimization } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const POLL_MS = 2000

/** How much of the best result luck explains. Asked again while the server computes it. */
export function luckQuery({ id, readOnly, done, status }: Pick<Optimization, 'id' | 'readOnly' | 'done' | 'status'>) {
  const isRunning = status === 'Queued' || status === 'In Progress'
  return queryOptions({
    // While it runs, the numbers would be out of date at once; the query key changes when it has ended.
    queryKey: ['optimization-luck', id, readOnly, isRunning ? 'running' : done],
    queryFn: ({ signal }) => call('getOptimizationLuck', { isShared: readOnly, params: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'pending' ? POLL_MS : false),
    staleTime: 60_000,
  })
}
