import type { VenueAccount, VenueAdapter } from '../../ports/venue-adapter.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { BinanceAccountStream } from './binance-account-stream.ts'
import { BinanceAccount } from './binance-account.ts'
import { BinanceFeed } from './binance-feed.ts'
import { BinanceOrders } from './binance-orders.ts'
import { BINANCE_URLS } from './binance-urls.ts'

/** Binance spot. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BINANCE',
    displayName: 'Binance',
    needs: 'switch',
    openFeed: ({ urls, ...context }) => new BinanceFeed({ ...context, urls: { ...BINANCE_URLS, ...urls }, openSocket }),
    openOrders: (account) => new BinanceOrders(restOf(account)),
    openAccount: (account) => new BinanceAccount(restOf(account)),
    openAccountStream: (account, sink) => {
      const wsApi = account.urls?.wsApi ?? BINANCE_URLS.wsApi
      return new BinanceAccountStream({ ...restOf(account), wsApi, openSocket, sink })
    },
  },
]

function restOf({ urls, ...account }: VenueAccount) {
  return { ...account, url: urls?.rest ?? BINANCE_URLS.rest }
}
