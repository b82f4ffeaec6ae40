import type { Algorithm } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { loadUser } from '../user/bootstrap-query.ts'
import { algorithmQuery } from './algorithm-queries.ts'

/** Starts loading an algorithm before its page renders; null when it cannot be loaded, which the page then shows. */
export async function prefetchAlgorithm(client: QueryClient, id: string): Promise<Algorithm | null> {
  const user = await loadUser(client)
  if (user === undefined) return null
  return client.ensureQueryData(algorithmQuery(id, user !== null)).catch(() => null)
}
