export const BINANCE_ADDRESSES = {
  rest: 'https://api.binance.com',
  streams: 'wss://stream.binance.com:9443',
  wsApi: 'wss://ws-api.binance.com:443/ws-api/v3',
  futuresRest: 'https://fapi.binance.com',
  /** With `/public`, `/market` and `/private` below it. */
  futuresStreams: 'wss://fstream.binance.com',
} as const
