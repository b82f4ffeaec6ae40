import type { MarkMessage, QuoteMessage } from '../../../ports/market-feed.ts'
import { decimal, type Fields, readQuote, whole } from '../read-market-message.ts'

export function readTimedQuote(data: object, isOpen: boolean): QuoteMessage {
  return readQuote(data, whole((data as Fields)['E']), isOpen)
}

export function readMark(data: object): MarkMessage {
  const { E, p, r, T } = data as Fields
  return { kind: 'mark', time: whole(E), markPrice: decimal(p), fundingRate: decimal(r), nextFundingTime: whole(T) }
}
