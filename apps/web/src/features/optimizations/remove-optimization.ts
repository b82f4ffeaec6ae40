import type { Optimization } from '@tradeloom/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

type Pages = InfiniteData<Optimization[], string | null>

/** Takes an optimization that is gone out of every list. */
export function removeOptimization(client: QueryClient, id: string): void {
  client.setQueriesData<Pages>({ queryKey: ['optimizations'] }, (data) =>
    data === undefined ? data : { ...data, pages: data.pages.map((page) => page.filter((row) => row.id !== id)) },
  )
}
