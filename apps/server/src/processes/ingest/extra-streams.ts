import type { ExtraFeed, IngestEvent, PublicTrade } from '@tradeloom/contracts'
import { isPerpetual } from '@tradeloom/domain'
import type { FeedMessage, Lease, MarketFeed, VenueClock } from '@tradeloom/venues'
import { BookPublisher } from './book-publisher.ts'

/** Trades are passed on that often, and only the newest of them. */
const TRADES_MS = 250
const MAX_TRADES = 100

interface ExtraStreamsOptions {
  readonly feed: MarketFeed
  readonly clock: VenueClock
  readonly instrumentId: string
  readonly emit: (event: IngestEvent) => void
}

/** Trades, the book, the ticker and the mark price of one instrument, as far as somebody wants them. */
export class ExtraStreams {
  readonly #options: ExtraStreamsOptions
  readonly #leases = new Map<ExtraFeed, Lease>()
  #trades: readonly PublicTrade[] = []
  #book: BookPublisher | null = null

  constructor(options: ExtraStreamsOptions) {
    this.#options = options
  }

  want(wanted: readonly ExtraFeed[]): void {
    for (const [kind, lease] of this.#leases) {
      if (wanted.includes(kind)) continue
      this.#leases.delete(kind)
      lease.release()
    }
    for (const kind of wanted) if (!this.#leases.has(kind)) this.#leases.set(kind, this.#open(kind))
  }

  /** Whoever has missed changes of the book gets all of it. */
  refreshBook(): void {
    this.#book?.refresh()
  }

  #open(kind: ExtraFeed): Lease {
    const { feed, instrumentId } = this.#options
    if (kind === 'book') return this.#openBook()
    if (kind === 'mark' && !isPerpetual(instrumentId)) return { release: () => {} }
    const message = (message: FeedMessage): void => this.#take(message)
    return feed.open(kind, instrumentId, { message, state: () => {} })
  }

  #openBook(): Lease {
    const { feed, clock, emit, instrumentId } = this.#options
    if (feed.can.book === 'none') return { release: () => {} }
    const book = new BookPublisher({ clock, instrumentId, emit: (book) => emit({ kind: 'book', book }) })
    this.#book = book
    const lease = feed.open('book', instrumentId, { message: (message) => book.take(message), state: () => {} })
    return {
      release: () => {
        book.end()
        this.#book = null
        lease.release()
      },
    }
  }

  #take(message: FeedMessage): void {
    const { emit, clock, instrumentId } = this.#options
    if (message.kind === 'ticker') {
      const { kind: _, ...figures } = message
      emit({ kind: 'ticker', ticker: { instrumentId, ...figures } })
    } else if (message.kind === 'mark') {
      const { kind: _, ...figures } = message
      emit({ kind: 'mark', mark: { instrumentId, ...figures } })
    } else if (message.kind === 'trades') {
      if (this.#trades.length === 0) clock.at(clock.now() + TRADES_MS, () => this.#flush())
      this.#trades = [...this.#trades, ...message.trades].slice(-MAX_TRADES)
    }
  }

  #flush(): void {
    const { emit, instrumentId } = this.#options
    emit({ kind: 'trades', instrumentId, trades: this.#trades })
    this.#trades = []
  }
}
