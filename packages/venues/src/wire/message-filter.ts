import { isCrossedQuote } from '@tradeloom/domain'
import type { DropReason, FeedMessage, QuoteMessage } from '../ports/market-feed.ts'

/**
 * Messages of one stream that cannot be true, come too late, or came before. Different quotes of the same time are kept in
 * the order of their arrival.
 */
export class MessageFilter {
  #newest: QuoteMessage | null = null
  #lastTrade: string | null = null
  #sequence: number | null = null

  /** Null for a message to pass on. After `sequence`, nothing passes until the next snapshot of the book. */
  dropReason(message: FeedMessage): DropReason | null {
    switch (message.kind) {
      case 'quote':
        return this.#quote(message)
      case 'trades': {
        const last = message.trades.at(-1)?.id ?? null
        if (last !== null && last === this.#lastTrade) return 'duplicate'
        this.#lastTrade = last
        return null
      }
      case 'book-snapshot':
        this.#sequence = message.sequence
        return null
      case 'book-delta':
        if (this.#sequence !== null && message.sequence <= this.#sequence) return 'duplicate'
        if (this.#sequence === null || message.sequence !== this.#sequence + 1) {
          this.#sequence = null
          return 'sequence'
        }
        this.#sequence = message.sequence
        return null
      default:
        return null
    }
  }

  #quote(quote: QuoteMessage): DropReason | null {
    const { time, bid, ask } = quote
    if (![time, bid, ask].every((value) => Number.isFinite(value))) return 'not-understood'
    if (bid <= 0 || ask <= 0) return 'not-positive'
    if (isCrossedQuote(bid, ask)) return 'crossed'
    const newest = this.#newest
    if (newest !== null && time < newest.time) return 'backward'
    if (newest?.time === time && newest.bid === bid && newest.ask === ask) return 'duplicate'
    this.#newest = quote
    return null
  }
}
