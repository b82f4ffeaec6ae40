import type { DropReason, FeedMessage } from '../ports/market-feed.ts'

/** Quotes that cannot be true, or come too late. Of equal times, all are kept in the order of their arrival. */
export class QuoteFilter {
  #newest = -Infinity

  /** Null for a message to pass on. */
  dropReason(message: FeedMessage): DropReason | null {
    if (message.kind !== 'quote') return null
    const { time, bid, ask } = message
    if (!Number.isFinite(time) || !Number.isFinite(bid) || !Number.isFinite(ask)) return 'not-understood'
    if (bid <= 0 || ask <= 0) return 'not-positive'
    if (bid > ask) return 'crossed'
    if (time < this.#newest) return 'backward'
    this.#newest = time
    return null
  }
}
