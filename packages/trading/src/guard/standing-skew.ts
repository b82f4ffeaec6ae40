/** So long clocks have to be apart: a clock that is set for a moment, or prices that come late for one, do not count. */
const STANDS_MS = 30_000

/** By how much a clock is ahead of that of prices, at least, for all of a while. */
export class StandingSkew {
  #sequence = -1
  #since = -Infinity
  /** The least and the most ahead, in this while and the one before. */
  #now: readonly [number, number] | null = null
  #before: readonly [number, number] | null = null

  /** A price: its number, how long after its time it came, and when that was seen by a clock that nobody sets. */
  see(sequence: number, delay: number, at: number): void {
    if (sequence === this.#sequence || !Number.isFinite(delay)) return
    this.#sequence = sequence
    if (at - this.#since >= STANDS_MS) {
      // After a silence nothing is known of the while before.
      this.#before = at - this.#since < 2 * STANDS_MS ? this.#now : null
      this.#now = null
      this.#since = at
    }
    const [least, most] = this.#now ?? [delay, delay]
    this.#now = [Math.min(least, delay), Math.max(most, delay)]
  }

  /** Milliseconds, negative if the clock is behind; null while it is not known. */
  get ms(): number | null {
    if (this.#now === null || this.#before === null) return null
    const least = Math.min(this.#now[0], this.#before[0])
    const most = Math.max(this.#now[1], this.#before[1])
    if (least > 0) return least
    return most < 0 ? most : 0
  }
}
