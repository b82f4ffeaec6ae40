import type { Handlers } from '../../services/http/route.ts'
import { learnSpread } from './learn-spread.ts'
import type { MarketService } from './market.service.ts'

type InstrumentHandlers = Pick<
  Handlers,
  | 'listInstruments'
  | 'listInstrumentsForUser'
  | 'historicalAvailability'
  | 'historicalPrices'
  | 'getMarketQuality'
  | 'learnSpread'
>

export function instrumentHandlers(market: MarketService): InstrumentHandlers {
  return {
    listInstruments: () => market.list(),
    listInstrumentsForUser: () => market.list(),
    historicalAvailability: async ({ query }) => {
      const first = await market.earliest(query.instrumentId, query.interval)
      return { date: first === null ? null : new Date(first).toISOString() }
    },
    historicalPrices: ({ query }) => market.bars(query),
    getMarketQuality: ({ query }) => market.quality(query),
    learnSpread: ({ query }) => learnSpread(market, query.instrumentId),
  }
}
