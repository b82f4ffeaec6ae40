import { intervalKey } from '@tradeloom/contracts'
import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import type { MarketService } from './market.service.ts'
import { readTicks } from './read-ticks.ts'

const BARS = 5000

export function instrumentRequests(market: MarketService): Pick<RequestHandlers, 'fetchPrices' | 'fetchTicks'> {
  return {
    fetchTicks: { answer: (query, viewer) => readTicks(market, query, viewer) },
    fetchPrices: {
      answer: async ({ interval, ...range }, viewer) => {
        const known = intervalKey.parse(interval)
        if (known === 'Tick') return readTicks(market, range, viewer)
        const query = { ...range, interval: known, limit: BARS }
        const { window, more } = await market.bars(query, viewer)
        return { rows: window.rows(), more }
      },
    },
  }
}
