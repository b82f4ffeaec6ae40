import { FollowedBook, levelPairs, type OrderBook } from '@tradeloom/book'
import type { Bus } from '@tradeloom/bus'
import type { BookUpdate, BookWanted } from '@tradeloom/contracts'

const WANTED = 'feed.book-wanted'
/** A refresh is requested again if none has come until then. */
const ASK_MS = 1_000
const DEPTH = 50
/** Updates come each second at least: a book that is silent for longer may be wrong by now. */
const SILENCE_MS = 3_000

export interface LiveBooksDeps {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly now: () => number
  /** Has the process `ingest` tell all of a book, if it runs in this server. */
  readonly refresh: (wanted: BookWanted) => void
}

interface Held {
  readonly followed: FollowedBook
  count: number
  askedAt: number
  heardAt: number
}

/** The books of the instruments that somebody listens to in this server, so that whoever comes later gets all of it. */
export class LiveBooks {
  readonly #deps: LiveBooksDeps
  readonly #held = new Map<string, Held>()
  readonly #stop: () => void

  constructor(deps: LiveBooksDeps) {
    this.#deps = deps
    const { bus, refresh } = deps
    const updates = bus.subscribe('book.*', ({ payload }) => this.#take(payload as BookUpdate))
    const wanted = bus.subscribe(WANTED, ({ payload }) => refresh(payload as BookWanted))
    this.#stop = () => {
      updates.unsubscribe()
      wanted.unsubscribe()
    }
  }

  stop(): void {
    this.#stop()
    this.#held.clear()
  }

  /** Follows a book until it is released; it may have begun long ago, for another server. */
  hold(instrumentId: string): { release(): void } {
    const held = this.#held.get(instrumentId) ?? {
      followed: new FollowedBook(),
      count: 0,
      askedAt: -Infinity,
      heardAt: -Infinity,
    }
    this.#held.set(instrumentId, held)
    held.count++
    this.#askFor(instrumentId, held)
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        held.count--
        if (held.count === 0) this.#held.delete(instrumentId)
      },
    }
  }

  /** A book, which changes in place, and milliseconds since it was last heard of; null while it may be wrong. */
  current(instrumentId: string): { readonly book: OrderBook; readonly sequence: number; readonly age: number } | null {
    const held = this.#held.get(instrumentId)
    const age = this.#deps.now() - (held?.heardAt ?? -Infinity)
    return held?.followed.isReady && age <= SILENCE_MS
      ? { book: held.followed.book, sequence: held.followed.sequence, age }
      : null
  }

  /** All of a book as a refresh; null while it is not known, or may be out of date. */
  newest(instrumentId: string): BookUpdate | null {
    const current = this.current(instrumentId)
    if (current === null) return null
    const { book, sequence } = current
    const [bids, asks] = [levelPairs(book.top('bids', DEPTH)), levelPairs(book.top('asks', DEPTH))]
    return { instrumentId, sequence, kind: 'refresh', bids, asks }
  }

  #take(update: BookUpdate): void {
    const held = this.#held.get(update.instrumentId)
    if (held === undefined) return
    if (held.followed.take(update) === 'gap') this.#askFor(update.instrumentId, held)
    else held.heardAt = this.#deps.now()
  }

  #askFor(instrumentId: string, held: Held): void {
    const { bus, now } = this.#deps
    if (held.followed.isReady || now() - held.askedAt < ASK_MS) return
    held.askedAt = now()
    bus.publish(WANTED, { instrumentId } satisfies BookWanted)
  }
}
