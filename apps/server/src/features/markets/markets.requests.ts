import { CHANNELS } from '@tradeloom/contracts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import type { LiveMarkets } from './live-markets.ts'

export function marketRequests(
  live: LiveMarkets,
): Pick<SocketRequests, 'request-price-snapshot' | 'request-cached-price'> {
  const channels = [CHANNELS.brokers]
  return {
    'request-price-snapshot': {
      channels,
      isLight: true,
      answer: async ({ instrumentId }) => {
        await live.require(instrumentId)
        return live.snapshot(instrumentId)
      },
    },
    'request-cached-price': {
      channels,
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
