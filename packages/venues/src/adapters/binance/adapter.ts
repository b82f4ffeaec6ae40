import type { VenueAccount, VenueAdapter } from '../../ports/venue-adapter.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { monogram } from '../../wire/monogram.ts'
import { BinanceAccountStream } from './binance-account-stream.ts'
import { BinanceAccount } from './binance-account.ts'
import { BinanceFeed } from './binance-feed.ts'
import { BinanceOrders } from './binance-orders.ts'
import { BINANCE_ADDRESSES } from './binance-addresses.ts'

/** Binance spot. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BINANCE',
    displayName: 'Binance',
    needs: 'switch',
    markets: [{ id: 'spot', name: 'Spot', has: () => true }],
    addresses: BINANCE_ADDRESSES,
    login: {
      form: 'key-and-secret',
      // Its testnet is another installation with keys of its own.
      environments: ['live'],
      signUpUrl: 'https://www.binance.com/en/register',
      logo: monogram('Bi'),
    },
    openFeed: ({ urls, ...context }) =>
      new BinanceFeed({ ...context, urls: { ...BINANCE_ADDRESSES, ...urls }, openSocket }),
    openOrders: (account) => new BinanceOrders(restOf(account)),
    openAccount: (account) => new BinanceAccount(restOf(account)),
    openAccountStream: (account, sink) => {
      const { wsApi } = { ...BINANCE_ADDRESSES, ...account.urls }
      return new BinanceAccountStream({ ...restOf(account), wsApi, openSocket, sink })
    },
  },
]

function restOf({ urls, credentials, ...account }: VenueAccount) {
  const { apiKey: key = '', apiSecret: secret = '' } = credentials
  return { ...account, key, secret, url: { ...BINANCE_ADDRESSES, ...urls }.rest }
}
