import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshSeries } from '../../entities/datasets/series-queries.ts'
import { sourceKeyQuery } from '../../entities/datasets/sources-queries.ts'

/** Keeps the key of a provider, which tries it first; null deletes it. */
export async function saveKey(client: QueryClient, provider: string, key: string | null): Promise<void> {
  const saved = await call('saveSourceKey', { params: { provider }, body: { key } })
  client.setQueryData(sourceKeyQuery(provider).queryKey, saved)
  await refreshSeries(client)
}
