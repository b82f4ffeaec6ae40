import { FollowedBook } from '@tradeloom/book'
import { useEffect, useSyncExternalStore } from 'react'
import { socket } from '../../realtime/socket.ts'
import { useIsSeen } from '../../realtime/use-is-seen.ts'

/** A book that nobody has said anything about for that long may be wrong. */
const STALE_MS = 3_000
const LOOK_MS = 500
/** After a gap a new subscription brings all of the book, at most that often. */
const AGAIN_MS = 1_000
/** If nothing comes, it is requested again. */
const RETRY_MS = 5_000

export type BookState = 'loading' | 'live' | 'stale'

/** The book of an instrument as it changes. After a gap it stays as it was, until all of it has come again. */
export class LiveBook {
  readonly #topic: `book.${string}`
  readonly #followed = new FollowedBook()
  readonly #listeners = new Set<() => void>()
  #holders = 0
  #timer: ReturnType<typeof setInterval> | undefined
  #unsubscribe = (): void => {}
  #askedAt = -Infinity
  #heardAt: number | undefined
  #isGap = false
  #isStale = false

  constructor(instrumentId: string) {
    this.#topic = `book.${instrumentId}`
  }

  get levels(): FollowedBook['book'] {
    return this.#followed.book
  }

  get state(): BookState {
    if (this.#heardAt === undefined) return 'loading'
    return this.#isStale ? 'stale' : 'live'
  }

  /** By `performance.now()`. */
  get heardAt(): number | undefined {
    return this.#heardAt
  }

  /** Calls back with each change of the book and of its state. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows it, once for all who do; returns how to end it. What was known then is not shown again. */
  hold(): () => void {
    this.#holders += 1
    if (this.#holders === 1) {
      this.#ask()
      this.#timer = setInterval(() => this.#look(), LOOK_MS)
    }
    return () => {
      this.#holders -= 1
      if (this.#holders > 0) return
      clearInterval(this.#timer)
      this.#unsubscribe()
      this.#unsubscribe = () => {}
      this.#heardAt = undefined
      this.#isStale = false
      this.#tell()
    }
  }

  /** The first update of a new subscription is the whole book. */
  #ask(): void {
    this.#askedAt = performance.now()
    this.#isGap = false
    this.#followed.forget()
    this.#unsubscribe()
    this.#unsubscribe = socket.subscribe(this.#topic, ({ event, data }) => {
      if (event !== 'book') return
      const outcome = this.#followed.take(data)
      if (outcome === 'gap') return this.#miss()
      if (outcome === 'old') return
      this.#isGap = false
      this.#heardAt = performance.now()
      this.#isStale = false
      this.#tell()
    })
  }

  /** Changes that come before the whole book say nothing yet. */
  #miss(): void {
    if (this.#isGap || !this.#wasWhole) return
    this.#isGap = true
    if (performance.now() - this.#askedAt >= AGAIN_MS) this.#ask()
  }

  get #wasWhole(): boolean {
    return this.#heardAt !== undefined && this.#heardAt >= this.#askedAt
  }

  #look(): void {
    const now = performance.now()
    const isDue = now - this.#askedAt >= (this.#isGap ? AGAIN_MS : RETRY_MS)
    if (!this.#followed.isReady && isDue && socket.state === 'open') this.#ask()
    const isStale = this.#heardAt !== undefined && now - this.#heardAt >= STALE_MS
    if (isStale === this.#isStale) return
    this.#isStale = isStale
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** One for each instrument that was looked at. */
const books = new Map<string, LiveBook>()

/** The book of an instrument, which is followed while the page is in view. */
export function useLiveBook(instrumentId: string): LiveBook {
  const isSeen = useIsSeen()
  const book = bookOf(instrumentId)
  useEffect(() => (isSeen ? book.hold() : undefined), [book, isSeen])
  return book
}

function bookOf(instrumentId: string): LiveBook {
  const book = books.get(instrumentId) ?? new LiveBook(instrumentId)
  books.set(instrumentId, book)
  return book
}

/** Renders when what `read` says of the book changes; it is asked with each change, so it is quick. */
export function useOfBook<Value extends string | boolean>(book: LiveBook, read: (book: LiveBook) => Value): Value {
  return useSyncExternalStore(book.subscribe, () => read(book))
}
