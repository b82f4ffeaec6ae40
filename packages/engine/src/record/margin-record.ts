/**
 * Whether an account ran out of margin. It did if nothing is open at the end, nothing was opened since it was last
 * flat, and either the broker's margin close-out closed the last position, or an order no larger than a position that
 * the account could once open was rejected for lack of margin. An order that was always too large says nothing about
 * the account, and a rejection while a position is open only means that the account is in use.
 */
export class MarginRecord {
  #largest = 0
  #rejections = 0
  #firstRejection = NaN
  #couldOnce = false
  #closedOutAt = NaN

  opened(quantity: number): void {
    this.#largest = Math.max(this.#largest, quantity)
    this.#rejections = 0
    this.#firstRejection = NaN
    this.#couldOnce = false
    this.#closedOutAt = NaN
  }

  rejected(time: number, quantity: number, openCount: number): void {
    if (openCount > 0) return
    if (this.#rejections === 0) this.#firstRejection = time
    this.#rejections += 1
    if (quantity <= this.#largest) this.#couldOnce = true
  }

  closedOut(time: number, openCount: number): void {
    if (openCount === 0) this.#closedOutAt = time
  }

  /** When it ran out, UTC milliseconds; null if it did not. */
  outSince(openCount: number): number | null {
    if (openCount > 0) return null
    if (this.#closedOutAt === this.#closedOutAt) return this.#closedOutAt
    return this.#couldOnce ? this.#firstRejection : null
  }

  /** Orders rejected for lack of margin since the account was last flat. */
  get rejections(): number {
    return this.#rejections
  }
}
