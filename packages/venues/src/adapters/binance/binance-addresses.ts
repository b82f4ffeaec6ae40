export const BINANCE_ADDRESSES = {
  rest: 'https://api.binance.com',
  streams: 'wss://stream.binance.com:9443',
  wsApi: 'wss://ws-api.binance.com:443/ws-api/v3',
} as const
