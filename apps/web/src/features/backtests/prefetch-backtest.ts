import type { QueryClient } from '@tanstack/react-query'
import { prefetchAlgorithm } from '../algorithms/prefetch-algorithm.ts'
import { loadUser } from '../auth/bootstrap-query.ts'
import { backtestChartsQuery, backtestQuery } from './backtest-queries.ts'

/** Starts loading a result and its curve together, while the page's code still loads. Failures show on the page. */
export async function prefetchBacktest(client: QueryClient, id: string, algorithmId: string | null): Promise<void> {
  const isShared = await isSharedBacktest(client, algorithmId)
  if (isShared === null) return
  await Promise.all([
    client.prefetchQuery(backtestQuery(id, isShared)),
    client.prefetchQuery(backtestChartsQuery(id, isShared)),
  ])
}

/** Whether the page uses the public endpoints; null when that is unknown. */
async function isSharedBacktest(client: QueryClient, algorithmId: string | null): Promise<boolean | null> {
  if (algorithmId !== null) return (await prefetchAlgorithm(client, algorithmId))?.readOnly ?? null
  const user = await loadUser(client)
  return user === undefined ? null : user === null
}
