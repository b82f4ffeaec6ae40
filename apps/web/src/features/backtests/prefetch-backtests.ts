import type { QueryClient } from '@tanstack/react-query'
import { prefetchAlgorithm } from '../../entities/algorithms/prefetch-algorithm.ts'
import { loadUser } from '../../entities/user/bootstrap-query.ts'
import { backtestsQuery, backtestTotalsQuery } from '../../entities/runs/backtest-queries.ts'
import type { ListFilters } from '../../entities/runs/list-filters.ts'

/** Starts loading the list of a user, or of one algorithm, while the code of its page arrives. */
export async function prefetchBacktests(
  client: QueryClient,
  filters: ListFilters,
  algorithmId: string | null = null,
): Promise<void> {
  if (algorithmId === null) {
    if (!(await loadUser(client))) return
    void client.prefetchInfiniteQuery(backtestsQuery(null, filters))
    void client.prefetchQuery(backtestTotalsQuery(null, filters))
    return
  }
  const algorithm = await prefetchAlgorithm(client, algorithmId)
  if (algorithm === null) return
  void client.prefetchInfiniteQuery(backtestsQuery(algorithm, filters))
  void client.prefetchQuery(backtestTotalsQuery(algorithm, filters))
}
