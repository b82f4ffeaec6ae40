import type { QueryClient } from '@tanstack/react-query'
import { isShared } from '../../entities/algorithms/is-shared.ts'
import { optimizationQuery } from './optimization-query.ts'
import { prefetchFirstRows } from './rows/first-rows.ts'

/** Starts loading an optimization and its first rows together, while the page's code still loads. */
export async function prefetchOptimization(client: QueryClient, id: string, algorithmId: string | null): Promise<void> {
  // Their address is the same for everybody who may see them.
  prefetchFirstRows(id)
  const isPublic = await isShared(client, algorithmId)
  if (isPublic !== null) await client.prefetchQuery(optimizationQuery(id, isPublic))
}
