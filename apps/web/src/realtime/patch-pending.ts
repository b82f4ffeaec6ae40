import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Patches answers that are still under way: they may be older than the event, and would overwrite what it changed. */
export function patchPending(client: QueryClient, queryKey: QueryKey, patch: () => void): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    query.promise?.then(patch, () => undefined)
  }
}
