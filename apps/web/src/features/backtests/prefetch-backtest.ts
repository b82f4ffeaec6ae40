import type { QueryClient } from '@tanstack/react-query'
import { isShared } from '../../entities/algorithms/is-shared.ts'
import { backtestChartsQuery, backtestQuery } from '../../entities/runs/backtest-queries.ts'

/** Starts loading a result and its curve together, while the page's code still loads. Failures show on the page. */
export async function prefetchBacktest(client: QueryClient, id: string, algorithmId: string | null): Promise<void> {
  const isPublic = await isShared(client, algorithmId)
  if (isPublic === null) return
  await Promise.all([
    client.prefetchQuery(backtestQuery(id, isPublic)),
    client.prefetchQuery(backtestChartsQuery(id, isPublic)),
  ])
}
