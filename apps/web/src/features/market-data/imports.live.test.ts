import { QueryClient } from '@tanstack/react-query'
import { type MarketImport, marketImport } from '@tradeloom/contracts'
import { expect, it } from 'vitest'
import { sampleOf } from '../../testing/sample-of.ts'
import { live } from './imports.live.ts'
import { importsQuery } from '../../entities/instruments/market-data-queries.ts'

it('keeps the end of an import although an older answer of the list arrives after it', async () => {
  const client = new QueryClient()
  const running = { ...(sampleOf(marketImport) as MarketImport), status: 'In Progress' as const }
  const older = Promise.withResolvers<MarketImport[]>()
  void client.prefetchQuery({ queryKey: importsQuery.queryKey, queryFn: () => older.promise })
  live.import?.({ ...running, status: 'Failed' }, client, 'import')
  older.resolve([running])
  await expect.poll(() => client.getQueryData(importsQuery.queryKey)?.map(({ status }) => status)).toEqual(['Failed'])
})
