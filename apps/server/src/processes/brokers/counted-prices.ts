import { TICK_FLAGS, type TickRow } from '@tradeloom/market-data/ticks'
import { StandingResult } from '@tradeloom/trading'

/** Rows of the tick log that are no prices at which anything trades. */
const NO_PRICE = TICK_FLAGS.heartbeat | TICK_FLAGS.closed

/** What a position could have been closed at. */
interface CountedPrice {
  /** Reaches its stop if that is there. */
  readonly price: number
  /** What a trailing stop may follow. */
  readonly ahead: number
  /** When the newest quote of it came, UTC milliseconds. */
  readonly at: number
  /** The last row that it does not take to find it again. */
  readonly row: number
}

/**
 * The prices of the tick log by which stops of a position of that direction are judged. One that is far away from those
 * before it may be wrong: it counts by the rule by which losses count (decision 117).
 */
export class CountedPrices {
  readonly #side: 'bid' | 'ask'
  /** So that a larger value is better for the position. */
  readonly #sign: 1 | -1
  #read: number
  #row: number
  #doubted: { readonly standing: StandingResult; last: TickRow } | null = null

  constructor(direction: 'LONG' | 'SHORT', row: number) {
    ;[this.#side, this.#sign] = direction === 'LONG' ? ['bid', 1] : ['ask', -1]
    this.#read = row
    this.#row = row
  }

  /** The row that was read last. */
  get read(): number {
    return this.#read
  }

  /** The last row that has not to be read again: what is in doubt is, until it is decided. */
  get row(): number {
    return this.#row
  }

  get isInDoubt(): boolean {
    return this.#doubted !== null
  }

  /** `until`: no other price has come until then, UTC milliseconds; null if there may be more. */
  take(ticks: readonly TickRow[], until: number | null): CountedPrice[] {
    const found = ticks.flatMap((tick) => {
      const counted = (tick.flags & NO_PRICE) === 0 ? this.#next(tick) : []
      this.#read = tick.sequence
      if (!this.#doubted) this.#row = this.#read
      return counted
    })
    return until === null ? found : [...found, ...this.#stood(until)]
  }

  #next(tick: TickRow): CountedPrice[] {
    const before = this.#stood(tick.receivedAt)
    if ((tick.flags & TICK_FLAGS.spike) === 0) {
      this.#doubted = null
      const price = tick[this.#side]
      return [...before, { price, ahead: price, at: tick.receivedAt, row: this.#row }]
    }
    this.#doubted ??= { standing: new StandingResult(), last: tick }
    this.#doubted.last = tick
    this.#see(tick.receivedAt)
    return before
  }

  /** What has stood long enough by then. */
  #stood(until: number): CountedPrice[] {
    if (!this.#doubted) return []
    const { standing, last } = this.#doubted
    this.#see(Math.max(until, last.receivedAt))
    const { total, least } = standing
    if (total === null || least === null) return []
    return [{ price: total * this.#sign, ahead: least * this.#sign, at: last.receivedAt, row: this.#row }]
  }

  #see(at: number): void {
    if (!this.#doubted) return
    const { standing, last } = this.#doubted
    const value = last[this.#side] * this.#sign
    standing.see({ at, total: value, open: value, quotes: new Map([['', last.sequence]]) })
  }
}
