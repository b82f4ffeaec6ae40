import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { bootstrapQuery } from '../../entities/user/bootstrap-query.ts'

export const subscriptionQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call('getSubscription', { signal }),
})

/** After anything that may have changed rights. */
export async function refreshRights(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: bootstrapQuery.queryKey }),
    client.invalidateQueries({ queryKey: subscriptionQuery.queryKey }),
  ])
}
