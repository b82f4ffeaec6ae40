import type { QuoteMessage } from '../../ports/market-feed.ts'
import { decimalOf, type Fields, rowsOf, timeOf } from './read-fields.ts'

/** Whether orders are taken now. An unknown word of the status says nothing else. */
export function isTradeable({ tradeable }: Fields): boolean {
  return tradeable === true
}

/** The best prices. Throws for a price without one of its sides. */
export function readQuote(price: Fields): QuoteMessage {
  const best = (side: unknown): number => decimalOf(rowsOf(side)[0]?.['price'])
  const { time, bids, asks } = price
  return {
    kind: 'quote',
    time: timeOf(time),
    bid: best(bids),
    ask: best(asks),
    isOpen: isTradeable(price),
    isAfterGap: false,
  }
}
