import type { FetchJob } from '@tradeloom/contracts'
import { fetchMonths, type FetchOutcome, type FetchProgress, openMarketStore } from '@tradeloom/market-data'
import { ADAPTERS, type MarketFeed, systemClock } from '@tradeloom/venues'
import { serveRequests } from '../../platform/processes/serve-requests.ts'
import { openAccountFeed } from '../../trading-core/connections/open-account-feed.ts'
import { pipedVault } from '../../trading-core/connections/piped-vault.ts'

const vault = pipedVault()

serveRequests<FetchJob, FetchOutcome, FetchProgress>(async (job, { report, signal }) => {
  const { marketDir, owner, venueId, instrumentId, quotaBytes, parts, dir } = job
  const feed = await open(job)
  try {
    return await fetchMonths({
      store: openMarketStore(marketDir).forOwner(owner),
      venue: venueId,
      candles: (from, to) => feed.candles(instrumentId, from, to),
      onProgress: report,
      instrumentId,
      quotaBytes,
      parts,
      dir,
      signal,
    })
  } finally {
    feed.close()
  }
})

async function open({ venueId, urls, login, marketDir }: FetchJob): Promise<MarketFeed> {
  const adapter = ADAPTERS.find(({ id }) => id === venueId)
  if (!adapter) throw new Error(`There is no venue ${venueId}`)
  if (login !== null) return openAccountFeed(await vault, { adapter, login, urls, marketDir })
  if (!adapter.openFeed) throw new Error(`${venueId} has no prices without a login`)
  return adapter.openFeed({ clock: systemClock, urls, sharedDir: marketDir })
}
