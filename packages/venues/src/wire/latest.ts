import type { BookChange, BookLevel, FeedMessage } from '../ports/market-feed.ts'

type Side = BookChange['side']

/** The latest of a stream: what somebody who joins it has to be told first. */
export class Latest {
  readonly #book: Readonly<Record<Side, Map<number, number>>> = { bid: new Map(), ask: new Map() }
  #message: FeedMessage | null = null

  take(message: FeedMessage): void {
    switch (message.kind) {
      case 'quote':
        this.#message = { ...message, isAfterGap: false }
        return
      case 'ticker':
      case 'mark':
        this.#message = message
        return
      case 'book-snapshot':
        this.#message = message
        for (const side of ['bid', 'ask'] as const) {
          this.#book[side].clear()
          for (const { price, quantity } of message[`${side}s`]) this.#book[side].set(price, quantity)
        }
        return
      case 'book-delta':
        this.#message = message
        for (const { side, action, price, quantity } of message.changes) {
          if (action === 'delete') this.#book[side].delete(price)
          else this.#book[side].set(price, quantity)
        }
        return
      default:
      // Trades are not repeated, and heartbeats say nothing.
    }
  }

  /** Null if there is nothing to say yet. Changes of a book come as a snapshot of it. */
  message(): FeedMessage | null {
    const latest = this.#message
    if (latest?.kind !== 'book-delta') return latest
    const { time, sequence } = latest
    return { kind: 'book-snapshot', time, sequence, bids: this.#levels('bid', -1), asks: this.#levels('ask', 1) }
  }

  #levels(side: Side, direction: 1 | -1): BookLevel[] {
    const levels = [...this.#book[side]].map(([price, quantity]) => ({ price, quantity }))
    return levels.toSorted((a, b) => (a.price - b.price) * direction)
  }
}
