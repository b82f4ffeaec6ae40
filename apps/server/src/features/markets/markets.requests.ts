import { AppError } from '../../platform/errors/app-error.ts'
import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import type { LiveMarkets } from './live-markets.ts'

export function marketRequests(
  live: LiveMarkets,
): Pick<RequestHandlers, 'requestPriceSnapshot' | 'requestCachedPrice'> {
  return {
    requestPriceSnapshot: {
      isLight: true,
      answer: async ({ instrumentId }) => {
        await live.require(instrumentId)
        return live.snapshot(instrumentId)
      },
    },
    requestCachedPrice: {
      isLight: true,
      answer: async ({ instrumentId }) => {
        await live.require(instrumentId)
        const price = await live.cached(instrumentId)
        if (!price) throw new AppError('not-found', 'no-price', 'No price')
        return price
      },
    },
  }
}
