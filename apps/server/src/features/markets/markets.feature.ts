import { join } from 'node:path'
import { TickReader } from '@tradeloom/market-data/ticks'
import { ADAPTERS } from '@tradeloom/venues'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { InstrumentsFeature } from '../instruments/instruments.feature.ts'
import { storedEnd } from '../instruments/market.service.ts'
import { FeedDemand } from './feed-demand.ts'
import { IngestOwner, type StartIngest } from './ingest-owner.ts'
import { LiveBooks } from './live-books.ts'
import { LiveMarkets } from './live-markets.ts'
import { LivePrices } from './live-prices.ts'
import { LiveTrades } from './live-trades.ts'
import { marketRequests } from './markets.requests.ts'
import { marketTopics } from './markets.topics.ts'
import { ToldListings } from './told-listings.ts'
import { VenueListings } from './venue-listings.ts'

const DAY = 86_400_000
/** Candles that are fetched where no prices are stored, and at most. */
const CANDLE_DAYS = 30
const MAX_CANDLE_DAYS = 62

/** Live prices. */
export function marketsFeature(
  platform: Platform,
  { market }: InstrumentsFeature,
  start: StartIngest,
  key: () => Uint8Array | null,
) {
  const { bus, config, database, db, logger, now } = platform
  const marketDir = join(config.dataDir, 'market')
  const told = new ToldListings(db, now)
  const listings = new VenueListings({
    db,
    told,
    logger,
    adapters: ADAPTERS,
    isSimulated: config.simulatedVenues,
    urls: config.venueUrls,
    sharedDir: marketDir,
    onChange: () => {
      market.invalidate()
      owner.look()
    },
  })
  const demand = new FeedDemand(bus, now, () => owner.look())
  const prices = new LivePrices(bus)
  const books = new LiveBooks({ bus, now, refresh: (wanted) => owner.refreshBook(wanted) })
  const live = new LiveMarkets({
    bus,
    ticks: new TickReader(marketDir),
    demand,
    prices,
    isListed: (id) => listings.has(id),
  })
  const owner = new IngestOwner({
    database,
    logger,
    marketDir,
    start,
    // Nothing is opened at a venue that is switched off, whoever wants it.
    wanted: () => new Map([...demand.wanted].filter(([id]) => listings.has(id))),
    venueUrls: () => listings.urls,
    venues: () => listings.open,
    logins: () => listings.logins,
    key,
    candlesFrom: async (instrumentId) => {
      const end = storedEnd(await market.find(instrumentId, null))
      const today = Math.floor(now() / DAY) * DAY
      return end === null ? today - CANDLE_DAYS * DAY : Math.max(end, today - MAX_CANDLE_DAYS * DAY)
    },
    onEvent: (event) => {
      if (event.kind === 'listed' || event.kind === 'unlisted') {
        told.take(event)
        void listings.refresh()
      } else if (event.kind === 'dropped') logger.warn(event, 'prices of a venue were dropped')
      else if (event.kind === 'failed') logger.warn(event, 'candles of a venue could not be fetched')
      else live.relay(event)
    },
  })
  return {
    live,
    demand,
    prices,
    books,
    listings,
    /** Whether the price of an instrument is shown as stale. */
    isSilent: (instrumentId: string) => prices.isSilent(instrumentId),
    /** Of the running process `ingest`. */
    ingestPid: () => owner.pid,
    requests: marketRequests(live),
    topics: marketTopics({ live, demand, prices, books, trades: new LiveTrades() }),
    start: async () => listings.start(),
    stop: async () => {
      listings.stop()
      demand.stop()
      prices.stop()
      books.stop()
      await owner.stop()
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type MarketsFeature = ReturnType<typeof marketsFeature>
