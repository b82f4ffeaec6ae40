import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
import type { TradingFeature } from '../trading/trading.feature.ts'
import { arbitrageTopics } from './arbitrage.topics.ts'
import { AttemptRunner } from './attempts/attempt-runner.ts'
import { AttemptsRepository } from './attempts/attempts.repository.ts'
import { AttemptsService } from './attempts/attempts.service.ts'
import { comparePairNow } from './attempts/expected-arbitrage.ts'
import type { LiveLegs } from './live-legs.ts'

/** Compares markets of one currency at several venues, trades what they differ by, and tells what currencies are worth. */
export function arbitrageFeature(
  { db, logger, now }: Platform,
  legs: LiveLegs,
  ticks: TickSource,
  { accounts, trades, processes, installation }: TradingFeature,
) {
  const failed = (error: unknown): void => logger.warn({ err: error }, 'markets could not be compared')
  const listings = cachedListings(db, now)
  const deps = { legs, listings, now, failed }
  const runner = new AttemptRunner({
    db,
    installation,
    now,
    ensure: (account) => processes.ensure(account),
    failed: (error) => logger.warn({ err: error }, 'an arbitrage could not go on; it is tried again'),
  })
  const attempts = new AttemptsService({
    db,
    repository: new AttemptsRepository(db),
    accounts,
    trades,
    valuation: new Valuation({ ticks, listings, now }),
    compare: (sides) => comparePairNow(deps, sides),
    installation,
    now,
    onAsked: () => runner.look(),
  })
  return {
    topics: arbitrageTopics(deps),
    handlers: {
      executeArbitrage: ({ body, userId }) => attempts.execute(body, userId),
      listArbitrageAttempts: ({ query, userId }) => attempts.list(userId, query.limit),
      getArbitrageAttempt: ({ params, userId }) => attempts.get(params.id, userId),
    },
    attend: async () => runner.look(),
    stop: () => runner.stop(),
  } as const satisfies Feature & Record<string, unknown>
}
