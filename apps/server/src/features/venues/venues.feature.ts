import { ADAPTERS } from '@tradeloom/venues'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MarketsFeature } from '../markets/markets.feature.ts'
import { VENUES_CHANGED } from '../../trading-core/connections/venues-changed.ts'
import { FeedStates } from './feed-states.ts'
import { VenuesService } from './venues.service.ts'

/** Venues as administrators see and switch them, for all servers at once. */
export function venuesFeature(
  { bus, config, db, logger, now }: Platform,
  { listings }: Pick<MarketsFeature, 'listings'>,
  /** Called in every server after a switch: connections with keys may be wanted, or not any longer. */
  lookAtConnections: () => Promise<void>,
) {
  const feeds = new FeedStates(bus, now)
  const venues = new VenuesService({
    db,
    logger,
    adapters: ADAPTERS,
    isSimulated: config.simulatedVenues,
    listings,
    feeds,
    now,
    apply: async () => {
      await listings.apply()
      bus.publish(VENUES_CHANGED, null)
    },
  })
  const switched = bus.subscribe(VENUES_CHANGED, () => {
    void listings.refresh()
    lookAtConnections().catch((error: unknown) => logger.warn({ err: error }, 'connections could not be checked'))
  })
  return {
    handlers: {
      listVenues: ({ login }) => venues.list(login),
      markVenueConnection: ({ params, body, login }) => venues.mark(params.id, body.connectionId, login),
      switchVenue: ({ params, body, login }) => venues.switch(params.id, body, login),
    },
    stop: async () => {
      switched.unsubscribe()
      feeds.stop()
    },
  } as const satisfies Feature
}
