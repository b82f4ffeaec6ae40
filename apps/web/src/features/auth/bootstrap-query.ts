import type { User } from '@tradeloom/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap'],
  queryFn: ({ signal }) => call('bootstrap', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Null for a visitor, undefined while it is not known yet. */
export function useUser(): User | null | undefined {
  return useQuery(bootstrapQuery).data?.user
}
