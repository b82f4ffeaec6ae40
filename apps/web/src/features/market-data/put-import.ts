import type { MarketImport } from '@tradeloom/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { patchPending } from '../../realtime/patch-pending.ts'
import { importsQuery } from '../../entities/instruments/market-data-queries.ts'

/** Shows an import as it is now, also if a request for the list is under way. An unknown one was started elsewhere. */
export function putImport(one: MarketImport, client: QueryClient): void {
  const patch = (): void => {
    client.setQueryData(importsQuery.queryKey, (known) => {
      if (known === undefined) return undefined
      if (!known.some(({ id }) => id === one.id)) return [one, ...known]
      return known.map((other) => (other.id === one.id ? one : other))
    })
  }
  patch()
  patchPending(client, importsQuery.queryKey, patch)
}
