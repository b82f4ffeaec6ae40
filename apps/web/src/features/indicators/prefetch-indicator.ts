import type { QueryClient } from '@tanstack/react-query'
import { loadUser } from '../../entities/user/bootstrap-query.ts'
import { indicatorQuery } from '../../entities/indicators/indicator-queries.ts'

/** Starts loading an indicator before its page renders. */
export async function prefetchIndicator(client: QueryClient, id: string): Promise<void> {
  const user = await loadUser(client)
  if (user !== undefined) await client.prefetchQuery(indicatorQuery(id, user !== null))
}
