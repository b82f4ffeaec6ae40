/** Orders are refused from there on: venues refuse requests of the future. */
const NO_ORDERS_MS = 900
const WARN_MS = 250
const WINDOW_MS = 60_000

/**
 * How far this machine's clock is ahead of a venue's: the least time from when something happened there to when it came
 * here, over a minute. Negative if this clock is behind.
 */
export class ClockSkew {
  #least: number | null = null
  /** Of the window before, which counts until this one is full. */
  #before: number | null = null
  #since = 0

  sample(receivedAt: number, venueTime: number): void {
    const delay = receivedAt - venueTime
    if (!Number.isFinite(delay)) return
    if (this.#least === null || receivedAt - this.#since >= WINDOW_MS) {
      this.#before = this.#least
      this.#least = delay
      this.#since = receivedAt
    } else this.#least = Math.min(this.#least, delay)
  }

  /**
   * By a question and its answer. What was measured before counts unless it contradicts them: then a clock was set since, and
   * the least delay of another time would hide that for minutes.
   */
  answer({ sentAt, receivedAt, venueTime }: { sentAt: number; receivedAt: number; venueTime: number }): void {
    if (this.isKnown && this.ms < sentAt - venueTime) this.forget()
    this.sample(receivedAt, venueTime)
  }

  /** The clock here, or there, was set anew. */
  forget(): void {
    this.#least = null
    this.#before = null
  }

  get isKnown(): boolean {
    return this.#least !== null
  }

  /** 0 while nothing is known. */
  get ms(): number {
    return Math.min(this.#least ?? this.#before ?? 0, this.#before ?? Infinity)
  }

  get level(): 'fine' | 'warn' | 'no-orders' {
    const size = Math.abs(this.ms)
    if (size >= NO_ORDERS_MS) return 'no-orders'
    return size >= WARN_MS ? 'warn' : 'fine'
  }
}
