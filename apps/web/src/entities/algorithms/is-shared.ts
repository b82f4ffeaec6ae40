import type { QueryClient } from '@tanstack/react-query'
import { loadUser } from '../user/bootstrap-query.ts'
import { prefetchAlgorithm } from './prefetch-algorithm.ts'

/**
 * Whether a page of an algorithm's run, or of any run if `algorithmId` is null, uses the public endpoints; null when that is
 * unknown.
 */
export async function isShared(client: QueryClient, algorithmId: string | null): Promise<boolean | null> {
  if (algorithmId !== null) return (await prefetchAlgorithm(client, algorithmId))?.readOnly ?? null
  const user = await loadUser(client)
  return user === undefined ? null : user === null
}
