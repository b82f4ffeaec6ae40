import type { VenueAccount, VenueAdapter } from '../../ports/venue-adapter.ts'
import { monogram } from '../../wire/monogram.ts'
import { openSocket } from '../../wire/venue-socket.ts'
import { BitfinexAccountStream } from './bitfinex-account-stream.ts'
import { BitfinexAccount, listAccounts, walletOfAccount } from './bitfinex-account.ts'
import { BITFINEX_ADDRESSES } from './bitfinex-addresses.ts'
import { BitfinexFeed } from './bitfinex-feed.ts'
import { BitfinexOrders } from './bitfinex-orders.ts'
import { SignedRest } from './signed-rest.ts'

/** Bitfinex: its exchange wallet, and its margin wallet for the same pairs. */
export const adapters: readonly VenueAdapter[] = [
  {
    id: 'BITFINEX',
    displayName: 'Bitfinex',
    needs: 'switch',
    markets: [{ id: 'pairs', name: 'Exchange and margin', has: () => true }],
    addresses: BITFINEX_ADDRESSES,
    login: {
      form: 'key-and-secret',
      environments: ['live'],
      signUpUrl: 'https://www.bitfinex.com/sign-up',
      logo: monogram('Bf'),
      guardianHasOwnKey: true,
    },
    openFeed: ({ urls, ...context }) => {
      const { publicRest: rest, publicStreams: streams } = { ...BITFINEX_ADDRESSES, ...urls }
      return new BitfinexFeed({ ...context, urls: { rest, streams }, openSocket })
    },
    listAccounts: (account) => listAccounts(new SignedRest(loginOf(account))),
    openOrders: (account) => new BitfinexOrders(loginOf(account)),
    openAccount: (account) => new BitfinexAccount(loginOf(account)),
    openAccountStream: (account, sink) => {
      const { streams } = { ...BITFINEX_ADDRESSES, ...account.urls }
      return new BitfinexAccountStream({ ...loginOf(account), streams, openSocket, sink })
    },
  },
]

function loginOf({ urls, credentials, accountNo, ...account }: VenueAccount) {
  const { apiKey: key = '', apiSecret: secret = '' } = credentials
  const { rest: url, publicRest: publicUrl } = { ...BITFINEX_ADDRESSES, ...urls }
  return { ...account, key, secret, url, publicUrl, wallet: walletOfAccount(accountNo) }
}
