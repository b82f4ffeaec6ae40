import type { Algorithm } from '@tradeloom/contracts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const ALGORITHM_PAGE = 20
const ALL_PAGE = 100

/** Optimizations of one algorithm, newest first: the user's own, or with `readOnly` the public ones of its owner. */
export function algorithmOptimizationsQuery({ id, readOnly }: Pick<Algorithm, 'id' | 'readOnly'>) {
  return infiniteQueryOptions({
    queryKey: ['optimizations', id, readOnly],
    queryFn: ({ signal, pageParam }) =>
      call('listAlgorithmOptimizations', {
        isShared: readOnly,
        params: { id },
        query: { limit: ALGORITHM_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length < ALGORITHM_PAGE ? undefined : (last.at(-1)?.time ?? undefined)),
  })
}

export const allOptimizationsQuery = infiniteQueryOptions({
  queryKey: ['optimizations', 'all', false],
  queryFn: ({ signal, pageParam }) =>
    call('listOptimizations', {
      query: { limit: ALL_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => (last.length < ALL_PAGE ? undefined : (last.at(-1)?.time ?? undefined)),
})
