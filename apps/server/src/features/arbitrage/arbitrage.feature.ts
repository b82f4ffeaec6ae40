import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import { arbitrageTopics } from './arbitrage.topics.ts'
import type { LiveLegs } from './live-legs.ts'

/** Compares markets of one currency at several venues, and tells what currencies are worth. */
export function arbitrageFeature({ db, logger, now }: Platform, legs: LiveLegs) {
  const failed = (error: unknown): void => logger.warn({ err: error }, 'markets could not be compared')
  return {
    topics: arbitrageTopics({ legs, listings: cachedListings(db, now), now, failed }),
  } as const satisfies Feature
}
