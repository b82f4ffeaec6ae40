import type { QueryClient } from '@tanstack/react-query'
import { versionQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { prefetchAlgorithm } from '../../entities/algorithms/prefetch-algorithm.ts'

/** Starts loading the script of a version, without one the latest, while the page around it renders. */
export async function prefetchVersion(client: QueryClient, algorithmId: string, versionId?: string): Promise<void> {
  const algorithm = await prefetchAlgorithm(client, algorithmId)
  const id = versionId ?? algorithm?.latestVersion?.id
  if (algorithm !== null && id !== undefined) await client.prefetchQuery(versionQuery(algorithm, id))
}
