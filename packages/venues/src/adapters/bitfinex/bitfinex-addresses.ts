/** What needs no key has addresses of its own. */
export const BITFINEX_ADDRESSES = {
  rest: 'https://api.bitfinex.com',
  streams: 'wss://api.bitfinex.com',
  publicRest: 'https://api-pub.bitfinex.com',
  publicStreams: 'wss://api-pub.bitfinex.com',
} as const
