import type { Optimization } from '@tradeloom/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const POLL_MS = 5000

/** The windows of a walk-forward optimization; asked again while they are being trained and tested. */
export function walkForwardQuery({ id, readOnly, status }: Pick<Optimization, 'id' | 'readOnly' | 'status'>) {
  const isRunning = status === 'Queued' || status === 'In Progress'
  return queryOptions({
    // Once more after the end: the last windows may have ended since the last time.
    queryKey: ['optimization-walk-forward', id, readOnly, isRunning],
    queryFn: ({ signal }) => call('getOptimizationWalkForward', { isShared: readOnly, params: { id }, signal }),
    refetchInterval: isRunning ? POLL_MS : false,
    placeholderData: keepPreviousData,
  })
}
