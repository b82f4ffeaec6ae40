import { type BookLevel, levelPairs, SequencedBook, TopOfBook } from '@tradeloom/book'
import type { BookUpdate } from '@tradeloom/contracts'
import type { FeedMessage, VenueClock } from '@tradeloom/venues'

const DEPTH = 50
/** Changes are told that often, all of them at once. */
const CHANGES_MS = 100
/** While nothing changes, an empty change says that the book is still true. */
const HEARTBEAT_MS = 1_000

interface BookPublisherOptions {
  readonly clock: VenueClock
  readonly instrumentId: string
  readonly emit: (update: BookUpdate) => void
}

/** The best levels of a book: first all of them, then what changes. Says nothing while the venue says nothing. */
export class BookPublisher {
  readonly #options: BookPublisherOptions
  readonly #sequenced = new SequencedBook()
  readonly #top = new TopOfBook(DEPTH)
  /** Begins with the time, so that it never goes back, whoever told the book before. */
  #sequence: number
  #isRefreshDue = true
  #toldAt = -Infinity
  #isTelling = false
  #isEnded = false

  constructor(options: BookPublisherOptions) {
    this.#options = options
    this.#sequence = Math.floor(options.clock.now())
  }

  /** The next update has all levels. */
  refresh(): void {
    this.#isRefreshDue = true
    this.#tell()
  }

  end(): void {
    this.#isEnded = true
  }

  take(message: FeedMessage): void {
    if (message.kind === 'book-snapshot') {
      const { sequence, bids, asks } = message
      this.#sequenced.reset()
      this.#sequenced.start({ lastUpdateId: sequence, bids, asks })
      this.#isRefreshDue = true
    } else if (message.kind === 'book-delta') {
      const levels = (side: 'bid' | 'ask'): BookLevel[] =>
        message.changes
          .filter((change) => change.side === side)
          .map(({ action, price, quantity }) => ({ price, quantity: action === 'delete' ? 0 : quantity }))
      const { sequence } = message
      this.#sequenced.take({ first: sequence, last: sequence, bids: levels('bid'), asks: levels('ask') })
    } else if (message.kind !== 'heartbeat') return
    this.#tell()
  }

  /** At once, and then at most each 100 ms. */
  #tell(): void {
    const { clock } = this.#options
    if (this.#isTelling) return
    const now = clock.now()
    if (now - this.#toldAt >= CHANGES_MS) return this.#tellNow(now)
    this.#isTelling = true
    clock.at(this.#toldAt + CHANGES_MS, () => {
      this.#isTelling = false
      if (!this.#isEnded) this.#tellNow(clock.now())
    })
  }

  #tellNow(now: number): void {
    const { book, isReady } = this.#sequenced
    // Nobody should see a crossed book: it is wrong, or about to change.
    if (!isReady || book.isCrossed) return
    const update = this.#isRefreshDue ? this.#refreshed() : this.#changed()
    const isEmpty = update.bids.length === 0 && update.asks.length === 0
    if (update.kind === 'change' && isEmpty && now - this.#toldAt < HEARTBEAT_MS) return
    this.#isRefreshDue = false
    this.#toldAt = now
    this.#options.emit({ instrumentId: this.#options.instrumentId, sequence: ++this.#sequence, ...update })
  }

  #refreshed(): Pick<BookUpdate, 'kind' | 'bids' | 'asks'> {
    const { bids, asks } = this.#top.snapshot(this.#sequenced.book)
    return { kind: 'refresh', bids: levelPairs(bids), asks: levelPairs(asks) }
  }

  #changed(): Pick<BookUpdate, 'kind' | 'bids' | 'asks'> {
    const changes = this.#top.changes(this.#sequenced.book)
    const [bids, asks] = (['bid', 'ask'] as const).map((side) => changes.filter((change) => change.side === side))
    return { kind: 'change', bids: levelPairs(bids ?? []), asks: levelPairs(asks ?? []) }
  }
}
