import type { VenueAccount, VenueAdapter } from '../../ports/venue-adapter.ts'
import { lineSocket } from '../../wire/line-socket.ts'
import { monogram } from '../../wire/monogram.ts'
import { addressesOf, OANDA_ADDRESSES } from './oanda-addresses.ts'
import { OandaAccountStream } from './oanda-account-stream.ts'
import { OandaAccount } from './oanda-account.ts'
import { OandaFeed } from './oanda-feed.ts'
import { OandaOrders } from './oanda-orders.ts'
import { OandaRest } from './oanda-rest.ts'

const open = (headers: Readonly<Record<string, string>>) => lineSocket(headers)

/** OANDA, over its REST-v20 interface. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'OANDA',
    displayName: 'OANDA',
    needs: 'switch',
    markets: [{ id: 'margin', name: 'Margin', has: () => true }],
    addresses: OANDA_ADDRESSES,
    login: {
      form: 'key',
      environments: ['live', 'practice'],
      signUpUrl: 'https://www.oanda.com/apply',
      logo: monogram('Oa'),
    },
    openAccountFeed: (account) => new OandaFeed({ ...restOf(account), ...streamsOf(account), open }),
    listAccounts: (account) => new OandaRest(restOf(account)).accounts(),
    openOrders: (account) => new OandaOrders(restOf(account)),
    openAccount: (account) => new OandaAccount(restOf(account)),
    openAccountStream: (account, sink) =>
      new OandaAccountStream({ ...restOf(account), ...streamsOf(account), open, sink }),
  },
]

function restOf({ urls, credentials, environment, ...account }: VenueAccount) {
  return { ...account, token: credentials['apiKey'] ?? '', url: addressesOf(environment, urls).rest }
}

function streamsOf({ environment, urls }: VenueAccount) {
  return { streams: addressesOf(environment, urls).streams }
}
