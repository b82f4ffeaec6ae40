import type { Optimization } from '@tradeloom/contracts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchPending } from '../../realtime/patch-pending.ts'

type Pages = InfiniteData<Optimization[], string | null>

/** Takes an optimization that is gone out of every list, also of those that are being fetched. */
export function removeOptimization(client: QueryClient, id: string): void {
  const patch = (): void => {
    client.setQueriesData<Pages>({ queryKey: ['optimizations'] }, (data) =>
      data === undefined ? data : { ...data, pages: data.pages.map((page) => page.filter((row) => row.id !== id)) },
    )
  }
  patch()
  patchPending(client, ['optimizations'], patch)
}
