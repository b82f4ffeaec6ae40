import { FEED_STATES } from '@tradeloom/domain'
import { z } from 'zod'

/** The newest price of an instrument. Times are UTC milliseconds. */
export const livePrice = z.object({
  instrumentId: z.string(),
  /** Its row in the tick log. */
  sequence: z.number().int(),
  /** UTC milliseconds. */
  time: z.number(),
  bid: z.number(),
  ask: z.number(),
  /** Between bid and ask, to 15 significant digits. */
  mid: z.number(),
  /** How far bid and ask are apart. */
  spread: z.number(),
  /** Whether the instrument can be traded now. */
  isOpen: z.boolean(),
  /** Older than the stream: to be shown, not to be traded on. */
  isCached: z.boolean(),
  /** Of the stream; `stale` also while it is not received. */
  state: z.enum(FEED_STATES),
})
export type LivePriceEvent = z.infer<typeof livePrice>

const side = z.object({ open: z.number(), high: z.number(), low: z.number(), close: z.number() })

/** The last 24 hours of the bid. */
export const ticker = z.object({
  instrumentId: z.string(),
  time: z.number(),
  priceChange: z.number(),
  priceChangePercent: z.number(),
  high: z.number(),
  low: z.number(),
  volume: z.number(),
})

/** Of a perpetual. */
export const mark = z.object({
  instrumentId: z.string(),
  time: z.number(),
  /** Margin and liquidations follow it. */
  markPrice: z.number(),
  /** Of a position's value: what long positions pay to short ones; below 0 what they receive. */
  fundingRate: z.number(),
  /** When it is paid, UTC milliseconds. */
  nextFundingTime: z.number(),
})

export const publicTrade = z.object({
  id: z.string(),
  /** Of who traded at once: a BUY took an ask. */
  side: z.enum(['BUY', 'SELL']),
  price: z.number(),
  quantity: z.number(),
  time: z.number(),
})

/** A minute: `isFinal` once it is over; a later one of the same time replaces it. */
export const liveCandle = z.object({
  instrumentId: z.string(),
  time: z.number(),
  bid: side,
  ask: side,
  /** Price changes in it. */
  volume: z.number(),
  isFinal: z.boolean(),
})

/** Price and quantity, in units of the base currency. */
const bookLevel = z.tuple([z.number(), z.number()])

/** Of the best 50 levels of each side, best first. */
export const bookUpdate = z.object({
  instrumentId: z.string(),
  /** One more than that of the update before it, or updates are missing. */
  sequence: z.number().int(),
  /** A refresh replaces the book. In a change, the quantity 0 deletes a level. */
  kind: z.enum(['refresh', 'change']),
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
})

/** After subscribing the newest logged price, then changes, at most one each 50 ms. */
export const priceEvents = { price: livePrice }
/** Once a second at most. */
export const tickerEvents = { ticker }
/** Once a second at most; nothing for instruments that are no perpetuals. */
export const markEvents = { mark }
/** After subscribing the last 50 trades, then new ones, at most 100, oldest first. */
export const tradeEvents = { trades: z.array(publicTrade) }
/** The minute that is forming, twice a second at most, and the finished one once. */
export const candleEvents = { candle: liveCandle }
/** After subscribing a refresh, then changes, at most one each 100 ms; a change without levels each second of silence. */
export const bookEvents = { book: bookUpdate }
