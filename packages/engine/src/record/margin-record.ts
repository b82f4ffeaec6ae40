/**
 * What margin meant for a run: the highest used margin and closeout percentage, margin calls, positions that the broker
 * closed, rejected orders, and whether the account ran out of margin. It did if nothing is open at the end, nothing was opened since it was last
 * flat, and either the broker's margin close-out closed the last position, or an order no larger than a position that
 * the account could once open was rejected for lack of margin. An order that was always too large says nothing about
 * the account, and a rejection while a position is open only means that the account is in use.
 */
export class MarginRecord {
  marginCalls = 0
  closeouts = 0
  /** Orders rejected for lack of margin. */
  allRejections = 0
  /*
   * A price can bring neither a margin call nor a record if 1.04 times its used margin is at most `quietUsed` and less than
   * `quietRatio` times the equity: so the loops find it in a few steps. Fractions at first, so that V8 stores the fields as
   * doubles.
   */
  quietUsed = 0.5
  quietRatio = 0.5
  #highestUsed = 0.5
  #highestRatio = 0.5
  #largest = 0
  #rejections = 0
  #firstRejection = NaN
  #couldOnce = false
  #closedOutAt = NaN

  constructor() {
    this.quietUsed = 0
    this.quietRatio = 0
    this.#highestUsed = 0
    this.#highestRatio = 0
  }

  /** Highest used margin at any price. */
  get highestUsed(): number {
    return this.#highestUsed
  }

  /** The highest closeout percentage, half of the used margin by equity; infinite if margin was used without equity. */
  get highestCloseoutPercent(): number {
    return this.#highestRatio * 50
  }

  /** Records the used margin and the equity at a price. */
  see(used: number, equity: number): void {
    if (used > this.#highestUsed) {
      this.#highestUsed = used
      this.quietUsed = used * QUIET
    }
    const ratio = used === 0 ? 0 : equity > 0 ? used / equity : Infinity
    if (ratio > this.#highestRatio) {
      this.#highestRatio = ratio
      this.quietRatio = Math.min(1, ratio * QUIET)
    }
  }

  called(): void {
    this.marginCalls += 1
  }

  opened(quantity: number): void {
    this.#largest = Math.max(this.#largest, quantity)
    this.#rejections = 0
    this.#firstRejection = NaN
    this.#couldOnce = false
    this.#closedOutAt = NaN
  }

  rejected(time: number, quantity: number, openCount: number): void {
    this.allRejections += 1
    if (openCount > 0) return
    if (this.#rejections === 0) this.#firstRejection = time
    this.#rejections += 1
    if (quantity <= this.#largest) this.#couldOnce = true
  }

  closedOut(time: number, openCount: number): void {
    this.closeouts += 1
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

/** Rounding is no record. */
const QUIET = 1.04 * (1 + 1e-14)
