import { type BookLevel, OrderBook } from './order-book.ts'

/** The whole book as of an update. */
export interface FullBook {
  readonly lastUpdateId: number
  /** Best first. */
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** New quantities of levels, of the updates from `first` to `last`. */
export interface BookDiff {
  readonly first: number
  readonly last: number
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/**
 * `waiting`: kept until the snapshot comes. `old`: known already. `gap`: updates are missing, so nothing is true any
 * more until the next snapshot.
 */
export type DiffOutcome = 'waiting' | 'old' | 'changed' | 'unchanged' | 'gap'

/** More than ten seconds of them: a snapshot that takes longer is requested again. */
const MAX_WAITING = 200

/**
 * A book that is made of a snapshot and the diffs of a stream that began before it. The numbers of the updates tell
 * whether some are missing.
 */
export class SequencedBook {
  readonly book = new OrderBook()
  #lastUpdateId: number | null = null
  #waiting: BookDiff[] = []

  /** Whether the book is complete. */
  get isReady(): boolean {
    return this.#lastUpdateId !== null
  }

  /** Forgets everything; the next snapshot starts over. */
  reset(): void {
    this.#lastUpdateId = null
    this.#waiting = []
  }

  take(diff: BookDiff): DiffOutcome {
    if (this.#lastUpdateId === null) {
      this.#waiting.push(diff)
      if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
      return 'waiting'
    }
    if (diff.last <= this.#lastUpdateId) return 'old'
    if (diff.first > this.#lastUpdateId + 1) {
      this.reset()
      // It is the first one after the gap.
      this.#waiting.push(diff)
      return 'gap'
    }
    this.#lastUpdateId = diff.last
    return this.book.change(diff.bids, diff.asks) ? 'changed' : 'unchanged'
  }

  /** False for a snapshot that is older than the first diff: it must be asked for again. */
  start({ lastUpdateId, bids, asks }: FullBook): boolean {
    const [oldest] = this.#waiting
    if (oldest && lastUpdateId + 1 < oldest.first) return false
    this.book.replace(bids, asks)
    this.#lastUpdateId = lastUpdateId
    const waiting = this.#waiting
    this.#waiting = []
    // After a gap among them, the rest waits for the next snapshot.
    for (const diff of waiting) this.take(diff)
    return this.isReady
  }
}
