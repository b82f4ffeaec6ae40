import type { VenueAdapter } from '../../ports/venue-adapter.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { BITFINEX_ADDRESSES } from './bitfinex-addresses.ts'
import { BitfinexFeed } from './bitfinex-feed.ts'

/** Bitfinex: its exchange wallet, and its margin wallet for the same pairs. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BITFINEX',
    displayName: 'Bitfinex',
    needs: 'switch',
    markets: [{ id: 'pairs', name: 'Exchange and margin', has: () => true }],
    addresses: BITFINEX_ADDRESSES,
    openFeed: ({ urls, ...context }) => {
      const { publicRest: rest, publicStreams: streams } = { ...BITFINEX_ADDRESSES, ...urls }
      return new BitfinexFeed({ ...context, urls: { rest, streams }, openSocket })
    },
  },
]
