/** Why a book cannot be true although no update is missing. */
export type BookFault = 'crossed' | 'frozen'

/** Venues send a price that has traded and the levels in separate messages, so once is nothing. */
const CROSSED_MESSAGES = 3
/** Trades change a book. */
const FROZEN_MS = 30_000

/** Notices that a book has gone wrong without a gap. Times are UTC milliseconds. */
export class BookWatch {
  #crossed = 0
  #changedAt: number

  constructor(now: number) {
    this.#changedAt = now
  }

  /** After each message of the book. */
  message(now: number, { isChanged, isCrossed }: { isChanged: boolean; isCrossed: boolean }): BookFault | null {
    if (isChanged) this.#changedAt = now
    this.#crossed = isCrossed ? this.#crossed + 1 : 0
    return this.#crossed >= CROSSED_MESSAGES ? 'crossed' : null
  }

  /** After each trade. */
  trade(now: number): BookFault | null {
    return now - this.#changedAt >= FROZEN_MS ? 'frozen' : null
  }
}
