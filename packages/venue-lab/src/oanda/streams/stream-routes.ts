import { pricedMarkets, priceJson } from '../http/price-routes.ts'
import type { OandaRequest } from '../http/route.ts'
import type { OandaMarket } from '../market/oanda-market.ts'
import type { OandaMarkets } from '../market/oanda-markets.ts'
import type { StreamSource } from './line-streams.ts'

/** How a stream is opened, by method and path. */
export type StreamRoutes = Readonly<Record<string, (request: OandaRequest) => StreamSource>>

/** Prices, and the journal of an account. `stamp`: the time now, as the venue writes it. */
export function streamRoutes(markets: OandaMarkets, stamp: () => string): StreamRoutes {
  return {
    'GET /v3/accounts/{accountID}/pricing/stream': ({ query, token }) => {
      const first = pricedMarkets(markets, query)
      const names = new Set(query.get('instruments')?.split(','))
      return {
        kind: 'pricing',
        token,
        heartbeat: () => ({ type: 'HEARTBEAT', time: stamp() }),
        open: (lines) => {
          const send = (market: OandaMarket): void => lines.send(`PRICE ${market.instrument.name}`, priceJson(market))
          if (query.get('snapshot') !== 'false') for (const market of first) send(market)
          return markets.listen((market) => {
            if (names.has(market.instrument.name) && market.quote !== null) send(market)
          })
        },
      }
    },
    'GET /v3/accounts/{accountID}/transactions/stream': ({ account, token }) => ({
      kind: 'transactions',
      token,
      heartbeat: () => ({ type: 'HEARTBEAT', lastTransactionID: account.lastId, time: stamp() }),
      open: (lines) => account.listen((transaction) => lines.send(transaction.type, transaction)),
    }),
  }
}
