import type { VenueAccount, VenueAdapter, VenueContext, VenueMarket } from '../../ports/venue-adapter.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { monogram } from '../../wire/monogram.ts'
import { BinanceAccountStream } from './binance-account-stream.ts'
import { BinanceAccount } from './binance-account.ts'
import { BinanceFeed } from './binance-feed.ts'
import { BinanceMarket } from './binance-market.ts'
import { BinanceOrders } from './binance-orders.ts'
import { BINANCE_ADDRESSES } from './binance-addresses.ts'
import { SPOT_PRICES } from './spot-prices.ts'
import { SPOT_WIRE } from './spot-wire.ts'
import { SignedRest } from './signed-rest.ts'
import { UsdmAccountStream } from './usdm/usdm-account-stream.ts'
import { UsdmAccount } from './usdm/usdm-account.ts'
import { UsdmOrders } from './usdm/usdm-orders.ts'
import { USDM_PRICES } from './usdm/usdm-prices.ts'
import { isFuturesAccount, listAccounts } from './usdm/usdm-terms.ts'

const SPOT: VenueMarket = { id: 'spot', name: 'Spot', has: (id) => SPOT_PRICES.symbolOf(id) !== null }
const USDM: VenueMarket = { id: 'usdm', name: 'USD-M perpetuals', has: (id) => USDM_PRICES.symbolOf(id) !== null }

/** Binance: its spot market, and perpetuals that settle in dollars. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BINANCE',
    displayName: 'Binance',
    needs: 'switch',
    markets: [SPOT, USDM],
    addresses: BINANCE_ADDRESSES,
    login: {
      form: 'key-and-secret',
      // Its testnet is another installation with keys of its own.
      environments: ['live'],
      signUpUrl: 'https://www.binance.com/en/register',
      logo: monogram('Bi'),
    },
    openFeed,
    listAccounts: (account) => listAccounts(new SignedRest(restOf(account), SPOT_WIRE)),
    openOrders: (account) =>
      isFutures(account) ? new UsdmOrders(futuresOf(account)) : new BinanceOrders(restOf(account)),
    openAccount: (account) => {
      const spot = restOf(account)
      return isFutures(account)
        ? new UsdmAccount({ ...futuresOf(account), spotUrl: spot.url })
        : new BinanceAccount(spot)
    },
    openAccountStream: (account, sink, financedFrom) => {
      const { wsApi, futuresStreams: streams } = { ...BINANCE_ADDRESSES, ...account.urls }
      return isFutures(account)
        ? new UsdmAccountStream({
            ...futuresOf(account),
            streams,
            openSocket,
            sink,
            financedFrom: financedFrom ?? null,
          })
        : new BinanceAccountStream({ ...restOf(account), wsApi, openSocket, sink })
    },
  },
]

function openFeed({ urls, ...context }: VenueContext): BinanceFeed {
  const { rest, streams, futuresRest, futuresStreams } = { ...BINANCE_ADDRESSES, ...urls }
  const spot = { ...context, urls: { rest, streams }, openSocket }
  const usdm = { ...context, urls: { rest: futuresRest, streams: futuresStreams }, openSocket }
  return new BinanceFeed([
    { ...SPOT, prices: new BinanceMarket(SPOT_PRICES, spot) },
    { ...USDM, prices: new BinanceMarket(USDM_PRICES, usdm) },
  ])
}

function restOf({ urls, credentials, ...account }: VenueAccount) {
  const { apiKey: key = '', apiSecret: secret = '' } = credentials
  return { ...account, key, secret, url: { ...BINANCE_ADDRESSES, ...urls }.rest }
}

function futuresOf(account: VenueAccount) {
  return { ...restOf(account), url: { ...BINANCE_ADDRESSES, ...account.urls }.futuresRest }
}

function isFutures({ accountNo }: VenueAccount): boolean {
  return isFuturesAccount(accountNo)
}
