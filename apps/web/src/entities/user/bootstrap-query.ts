import type { User } from '@tradeloom/contracts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const bootstrapQuery = queryOptions({
  queryKey: ['bootstrap'],
  queryFn: ({ signal }) => call('bootstrap', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Null for a visitor, undefined until the server has answered. */
export function useUser(): User | null | undefined {
  return useQuery(bootstrapQuery).data?.user
}

/** For code outside components: null for a visitor, undefined when the server cannot be reached. */
export async function loadUser(client: QueryClient): Promise<User | null | undefined> {
  const bootstrap = await client.ensureQueryData(bootstrapQuery).catch(() => undefined)
  return bootstrap?.user
}

/** Whether the server refuses everything until two-factor login is on. */
export function useIsRefused(): boolean {
  return useQuery(bootstrapQuery).data?.refusedWithoutFactors === 'everything'
}
