import type { VenueAdapter } from '../../ports/venue-adapter.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { BinanceFeed } from './binance-feed.ts'
import { BINANCE_URLS } from './binance-urls.ts'

/** Binance spot. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BINANCE',
    displayName: 'Binance',
    needs: 'switch',
    openFeed: ({ clock, urls }) => new BinanceFeed({ clock, urls: { ...BINANCE_URLS, ...urls }, openSocket }),
  },
]
