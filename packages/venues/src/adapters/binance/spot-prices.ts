import type { PriceWire } from './price-wire.ts'
import { readDiff, readQuote, readTrade } from './read-market-message.ts'
import { SPOT_WIRE } from './spot-wire.ts'
import { listSymbol } from './symbol-rules.ts'

const stream = (name: string) => ({ path: '', name })

export const SPOT_PRICES: PriceWire = {
  ...SPOT_WIRE,
  // Quotes carry no time of the venue.
  quoteTime: 'receive',
  // Five messages a second are allowed, and answers to pings count.
  pace: { sendMs: 250, lookMs: 5_000, silenceMs: 12_000 },
  weights: { trades: 25, candles: 2, book: 50 },
  streams: {
    quote: stream('bookTicker'),
    trade: stream('trade'),
    ticker: stream('ticker'),
    book: stream('depth@100ms'),
    mark: null,
  },
  listed: listSymbol,
  readQuote,
  readTrade,
  readDiff,
}
