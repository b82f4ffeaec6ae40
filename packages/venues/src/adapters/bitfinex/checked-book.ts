import { crc32 } from 'node:zlib'
import { type BookLevel, BookWatch, OrderBook, TopOfBook } from '@tradeloom/book'
import type { VenueClock } from '../../ports/venue-clock.ts'
import type { StreamHandlers } from '../../wire/shared-streams.ts'
import type { ChannelMessage } from './channel-connection.ts'
import { decimalOf, type Row, rowOf, wholeOf, writtenOf } from './read-json.ts'

const DEPTH = 50
/** So many levels of each side are in a checksum. */
const CHECKED = 25

interface WrittenLevel {
  readonly price: string
  readonly amount: string
}

/** The book of one pair, made of its levels, and checked against what the venue says that it is. */
export class CheckedBook {
  readonly #clock: VenueClock
  readonly #handlers: StreamHandlers
  readonly #book = new OrderBook()
  readonly #top = new TopOfBook(DEPTH)
  readonly #watch: BookWatch
  /** By price: numbers as the venue has written them, of which its checksums are. */
  readonly #written = { bids: new Map<number, WrittenLevel>(), asks: new Map<number, WrittenLevel>() }
  #isReady = false
  #sequence = 0

  constructor(clock: VenueClock, handlers: StreamHandlers) {
    this.#clock = clock
    this.#handlers = handlers
    this.#watch = new BookWatch(clock.now())
  }

  take({ parts: [first, second], time }: ChannelMessage): void {
    if (first === 'hb') return this.#handlers.message({ kind: 'heartbeat', time, isOpen: true })
    if (first === 'cs') return this.#check(wholeOf(second), time)
    const rows = rowOf(first)
    if (!this.#isReady) return this.#begin(rows.map(rowOf), time)
    this.#change(rows)
  }

  #begin(levels: readonly Row[], time: number): void {
    for (const level of levels) this.#change(level)
    this.#isReady = true
    this.#handlers.message({
      kind: 'book-snapshot',
      time,
      sequence: ++this.#sequence,
      ...this.#top.snapshot(this.#book),
    })
  }

  /** A count of 0 ends a level; the sign of its amount says of which side. */
  #change([price, count, amount]: Row): void {
    const [at, quantity] = [decimalOf(price), decimalOf(amount)]
    const side = quantity > 0 ? 'bids' : 'asks'
    const isGone = wholeOf(count) === 0
    if (isGone) this.#written[side].delete(at)
    else this.#written[side].set(at, { price: writtenOf(price), amount: writtenOf(amount) })
    const level: BookLevel = { price: at, quantity: isGone ? 0 : Math.abs(quantity) }
    this.#book.change(side === 'bids' ? [level] : [], side === 'asks' ? [level] : [])
  }

  /** The venue sends one after the changes of a moment: only then nobody sees half of them. */
  #check(checksum: number, time: number): void {
    if (!this.#isReady) return
    const isCrossed = this.#book.isCrossed
    const fault = this.#watch.message(this.#clock.now(), { isChanged: true, isCrossed })
    if (fault !== null || this.#checksum() !== checksum) return this.#handlers.lost(false)
    if (isCrossed) return
    const changes = this.#top.changes(this.#book)
    if (changes.length > 0) this.#handlers.message({ kind: 'book-delta', time, sequence: ++this.#sequence, changes })
  }

  #checksum(): number {
    const [bids, asks] = (['bids', 'asks'] as const).map((side) => this.#best(side))
    const parts = Array.from({ length: CHECKED }, (_, rank) =>
      [bids?.[rank], asks?.[rank]].flatMap((level) => (level ? [level.price, level.amount] : [])),
    )
    return crc32(parts.flat().join(':')) | 0
  }

  #best(side: 'bids' | 'asks'): readonly WrittenLevel[] {
    return this.#book.top(side, CHECKED).flatMap(({ price }) => this.#written[side].get(price) ?? [])
  }
}
