import { CHANNELS, intervalKey } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import type { MarketService } from './market.service.ts'

const BARS = 5000

/** The specification gives prices no channel of their own: every screen requests them on the one it is on. */
export function instrumentRequests(market: MarketService): Pick<SocketRequests, 'historical-prices'> {
  return {
    'historical-prices': {
      channels: [CHANNELS.brokers, CHANNELS.backtestController, CHANNELS.indicators],
      answer: ({ interval, ...range }, viewer) =>
        market.bars({ ...range, interval: intervalKey.exclude(['Tick']).parse(interval), limit: BARS }, viewer),
    },
  }
}
