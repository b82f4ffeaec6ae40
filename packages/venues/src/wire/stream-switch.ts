import type { Numbers } from './stream-protocol.ts'

/** What the successor may hold back for one stream. */
const MAX_HELD = 5_000

/**
 * Merges one stream of two connections: that of the first one until the second one has reached it, then that of the
 * second one. Messages that were passed on already are left out.
 */
export class StreamSwitch {
  readonly #numbersOf: (data: object) => Numbers
  readonly #pass: (data: object) => void
  #last = -Infinity
  #held: object[] = []
  hasSwitched = false

  constructor(numbersOf: (data: object) => Numbers, pass: (data: object) => void) {
    this.#numbersOf = numbersOf
    this.#pass = pass
  }

  /** A message of the connection that is used now. */
  current(data: object): void {
    if (this.hasSwitched) return
    this.#take(data)
    this.#switchIfReached()
  }

  /** A message of its successor. */
  next(data: object): void {
    if (this.hasSwitched) return this.#take(data)
    this.#held.push(data)
    if (this.#held.length > MAX_HELD) this.#held.shift()
    this.#switchIfReached()
  }

  /** The successor is the one that is used from now on. */
  finish(): void {
    this.#flush()
    this.hasSwitched = false
  }

  /** After a loss, numbers may start over. */
  forget(): void {
    this.#last = -Infinity
    this.#held = []
    this.hasSwitched = false
  }

  #switchIfReached(): void {
    const [oldest] = this.#held
    if (!oldest || this.#numbersOf(oldest).first > this.#last + 1) return
    this.hasSwitched = true
    this.#flush()
  }

  #flush(): void {
    const held = this.#held
    this.#held = []
    for (const data of held) this.#take(data)
  }

  #take(data: object): void {
    const { last } = this.#numbersOf(data)
    // What has no number cannot be told apart.
    if (last <= this.#last) return
    this.#last = Number.isNaN(last) ? this.#last : last
    this.#pass(data)
  }
}
