import { CHANNELS, intervalKey } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import type { MarketService } from './market.service.ts'
import { readTicks } from './read-ticks.ts'

const BARS = 5000

/** Prices have no channel of their own in the specification: every screen requests them on its current channel. */
const SCREENS = [CHANNELS.brokers, CHANNELS.backtestController, CHANNELS.indicators]

export function instrumentRequests(
  market: MarketService,
): Pick<SocketRequests, 'historical-prices' | 'historical-ticks'> {
  return {
    'historical-ticks': { channels: SCREENS, answer: (query, viewer) => readTicks(market, query, viewer) },
    'historical-prices': {
      channels: SCREENS,
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
