import type { PriceWire } from '../price-wire.ts'
import { readDiff, readTrade } from '../read-market-message.ts'
import { listContract } from './contract-rules.ts'
import { readMark, readTimedQuote } from './read-contract-message.ts'
import { USDM_WIRE } from './usdm-wire.ts'

/** Whoever asks elsewhere is connected, and hears nothing. */
const common = (name: string) => ({ path: '/public', name })
const derived = (name: string) => ({ path: '/market', name })

export const USDM_PRICES: PriceWire = {
  ...USDM_WIRE,
  quoteTime: 'venue',
  // Ten messages a second are allowed.
  pace: { sendMs: 125, lookMs: 5_000, silenceMs: 12_000 },
  weights: { trades: 5, candles: 5, book: 20 },
  streams: {
    quote: common('bookTicker'),
    trade: common('trade'),
    book: common('depth@100ms'),
    ticker: derived('ticker'),
    mark: derived('markPrice@1s'),
  },
  listed: listContract,
  readQuote: (data, _, isOpen) => readTimedQuote(data, isOpen),
  // Of others, the venue itself has taken a position over, at a price that nobody could trade at.
  readTrade: (data) => ((data as { readonly X?: unknown }).X === 'MARKET' ? readTrade(data) : null),
  // Numbers of updates have holes; each message names the last one of the message before it.
  readDiff: (data) => ({ ...readDiff(data), first: Number((data as { readonly pu?: unknown }).pu) + 1 }),
  readMark,
}
