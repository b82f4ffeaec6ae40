import type { BookDiff, BookLevel, FullBook } from '@tradeloom/book'
import type { QuoteMessage, TickerMessage, TradesMessage } from '../../ports/market-feed.ts'

/** Throws for what is not the message that its stream should carry. Fields that are not known are ignored. */
export type Fields = Readonly<Record<string, unknown>>

export function readQuote(data: object, time: number, isOpen: boolean): QuoteMessage {
  const { b, a } = data as Fields
  return { kind: 'quote', time, bid: decimal(b), ask: decimal(a), isOpen, isAfterGap: false }
}

export function readTrade(data: object): TradesMessage {
  const { t, p, q, T, E, m } = data as Fields
  if (typeof m !== 'boolean') throw new TypeError('A trade states no side')
  const trade = { id: `${whole(t)}`, time: whole(T), price: decimal(p), quantity: decimal(q) } as const
  // The one who traded at once took the other side of the maker.
  return { kind: 'trades', time: whole(E), trades: [{ ...trade, side: m ? 'SELL' : 'BUY' }] }
}

/** Those that the venue has told of last, oldest first; null if there were none. */
export function readPastTrades(data: unknown): TradesMessage | null {
  if (!Array.isArray(data)) throw new TypeError('Trades are no list')
  const trades = data.map((row: unknown) => {
    const { id, price, qty, time, isBuyerMaker } = row as Fields
    if (typeof isBuyerMaker !== 'boolean') throw new TypeError('A trade states no side')
    const side = isBuyerMaker ? ('SELL' as const) : ('BUY' as const)
    return { id: `${whole(id)}`, time: whole(time), price: decimal(price), quantity: decimal(qty), side }
  })
  const last = trades.at(-1)
  return last === undefined ? null : { kind: 'trades', time: last.time, trades }
}

export function readTicker(data: object): TickerMessage {
  const { E, p, P, h, l, v } = data as Fields
  return {
    kind: 'ticker',
    time: whole(E),
    priceChange: decimal(p),
    priceChangePercent: decimal(P),
    high: decimal(h),
    low: decimal(l),
    volume: decimal(v),
  }
}

export function readDiff(data: object): BookDiff & { readonly time: number } {
  const { E, U, u, b, a } = data as Fields
  return { time: whole(E), first: whole(U), last: whole(u), bids: levels(b), asks: levels(a) }
}

export function readFullBook(data: unknown): FullBook {
  const { lastUpdateId, bids, asks } = data as Fields
  return { lastUpdateId: whole(lastUpdateId), bids: levels(bids), asks: levels(asks) }
}

/** When the venue sent a message; null for those without a time. */
export function timeOf(data: object): number | null {
  const { E } = data as Fields
  return typeof E === 'number' ? E : null
}

function levels(rows: unknown): BookLevel[] {
  if (!Array.isArray(rows)) throw new TypeError('Levels are no list')
  return rows.map((row: unknown) => {
    // Rows may grow.
    const [price, quantity] = row as readonly unknown[]
    return { price: decimal(price), quantity: decimal(quantity) }
  })
}

export function decimal(text: unknown): number {
  const value = typeof text === 'string' && text !== '' ? Number(text) : NaN
  if (!Number.isFinite(value)) throw new TypeError('A decimal is none')
  return value
}

export function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError('A whole number is none')
  return value
}
