import { isCrossedQuote } from '@tradeloom/domain'
import type { DropReason, FeedMessage, QuoteMessage, TradesMessage } from '../ports/market-feed.ts'

/** More trades than a venue tells again after a connection. */
const KNOWN_TRADES = 1_000

/**
 * Messages of one stream that cannot be true, come too late, or came before. Different quotes of the same time are kept in
 * the order of their arrival.
 */
export class MessageFilter {
  #newest: QuoteMessage | null = null
  /** Oldest first. */
  readonly #trades = new Set<string>()
  #sequence: number | null = null

  /** What of a message is to be passed on, or why nothing is. */
  take(message: FeedMessage): FeedMessage | DropReason {
    if (message.kind === 'trades') return this.#unknownTrades(message)
    return this.#dropReason(message) ?? message
  }

  /** A stream begins with the newest trades each time that it is connected. */
  #unknownTrades(message: TradesMessage): TradesMessage | DropReason {
    const trades = message.trades.filter(({ id }) => !this.#trades.has(id))
    if (trades.length === 0) return 'duplicate'
    for (const { id } of trades) this.#trades.add(id)
    for (const id of this.#trades) {
      if (this.#trades.size <= KNOWN_TRADES) break
      this.#trades.delete(id)
    }
    return { ...message, trades }
  }

  /** After `sequence`, nothing passes until the next snapshot of the book. */
  #dropReason(message: FeedMessage): DropReason | null {
    switch (message.kind) {
      case 'quote':
        return this.#quote(message)
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
