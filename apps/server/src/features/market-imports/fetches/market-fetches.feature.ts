import { join } from 'node:path'
import { ADAPTERS } from '@tradeloom/venues'
import type { Feature } from '../../../platform/feature.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InstrumentsFeature } from '../../instruments/instruments.feature.ts'
import { createMarketImportsRepository } from '../market-imports.repository.ts'
import { fetchHistory } from './fetch-history.ts'
import { fetchMarketData } from './fetch-market-data.job.ts'
import type { FetchRunDeps } from './fetch-run.ts'
import { marketFetchHandlers } from './market-fetches.routes.ts'
import { MarketFetches } from './market-fetches.service.ts'

/** Prices of venues that are not stored, on request. */
export function marketFetchesFeature(
  { config, db, jobs, bus, disk, logger, closing, now, backgroundYields }: Platform,
  { market, quotas }: Pick<InstrumentsFeature, 'market' | 'quotas'>,
  fetches: FetchRunDeps['fetches'],
  key: FetchRunDeps['key'],
) {
  const repository = createMarketImportsRepository(db, closing.signal)
  const history = fetchHistory(db)
  const source = { db, adapters: ADAPTERS, urls: config.venueUrls }
  const shared = { ...source, repository, history, market, bus, disk, quotas, now }
  const uploadsDir = join(config.dataDir, 'uploads')
  return {
    handlers: marketFetchHandlers(new MarketFetches({ ...shared, jobs })),
    jobs: () => [fetchMarketData.with({ ...shared, logger, uploadsDir, fetches, key, yields: backgroundYields })],
  } as const satisfies Feature
}
