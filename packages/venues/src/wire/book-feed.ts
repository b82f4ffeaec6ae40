import { type BookDiff, BookWatch, type FullBook, SequencedBook, TopOfBook } from '@tradeloom/book'
import type { VenueClock } from '../ports/venue-clock.ts'
import type { StreamHandlers } from './shared-streams.ts'

const DEPTH = 50
const RETRY_MS = 500
const MINUTE = 60_000
/** More new snapshots in a minute, and the stream is left for a while. */
const MAX_SNAPSHOTS = 3

export interface BookFeedOptions {
  readonly clock: VenueClock
  readonly handlers: StreamHandlers
  /** Asks for a new snapshot. */
  readonly snapshot: () => Promise<FullBook>
  /** The venue's time of now, for snapshots, which have none. */
  readonly venueNow: () => number
}

/** The book of one instrument, passed on as a snapshot of its best levels and then their changes. */
export class BookFeed {
  readonly #options: BookFeedOptions
  readonly #sequenced = new SequencedBook()
  readonly #top = new TopOfBook(DEPTH)
  #watch: BookWatch
  #sequence = 0
  #isAsking = false
  #isEnded = false
  #began: number[] = []

  constructor(options: BookFeedOptions) {
    this.#options = options
    this.#watch = new BookWatch(options.clock.now())
  }

  /** Diffs are on their way: now a snapshot fits to them. */
  subscribed(): void {
    if (!this.#sequenced.isReady) this.#begin()
  }

  diff(diff: BookDiff & { readonly time: number }): void {
    const { clock, handlers } = this.#options
    const outcome = this.#sequenced.take(diff)
    if (outcome === 'gap') return this.#begin()
    if (outcome === 'waiting' || outcome === 'old') return
    const { book } = this.#sequenced
    const { isCrossed } = book
    const fault = this.#watch.message(clock.now(), { isChanged: outcome === 'changed', isCrossed })
    if (fault !== null || !book.isComplete(DEPTH)) return this.#begin()
    // Nobody should see a crossed book; what has changed is told with the next message.
    if (isCrossed) return
    const changes = this.#top.changes(book)
    if (changes.length > 0)
      handlers.message({ kind: 'book-delta', time: diff.time, sequence: ++this.#sequence, changes })
  }

  trade(): void {
    if (this.#sequenced.isReady && this.#watch.trade(this.#options.clock.now()) !== null) this.#begin()
  }

  end(): void {
    this.#isEnded = true
  }

  #begin(): void {
    const { clock, handlers } = this.#options
    const now = clock.now()
    this.#began = [...this.#began.filter((time) => time > now - MINUTE), now]
    if (this.#began.length > MAX_SNAPSHOTS + 1) return handlers.lost(false)
    // Diffs that have come since the gap were kept by the book itself.
    if (this.#sequenced.isReady) this.#sequenced.reset()
    void this.#ask()
  }

  async #ask(): Promise<void> {
    const { clock, handlers, snapshot, venueNow } = this.#options
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      const full = await snapshot()
      if (this.#isEnded) return
      if (this.#sequenced.start(full)) {
        this.#watch = new BookWatch(clock.now())
        const levels = this.#top.snapshot(this.#sequenced.book)
        handlers.message({ kind: 'book-snapshot', time: venueNow(), sequence: ++this.#sequence, ...levels })
      } else clock.at(clock.now() + RETRY_MS, () => void (this.#isEnded || this.#ask()))
    } catch {
      if (!this.#isEnded) handlers.lost(false)
    } finally {
      this.#isAsking = false
    }
  }
}
