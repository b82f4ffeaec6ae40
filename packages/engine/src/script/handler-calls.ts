import type { KnownClock } from './known-clock.ts'

/**
 * Notes when the handlers of a script were called, so that a series can tell what is new to the one that asks. Scripts
 * without series are called directly.
 */
export class HandlerCalls {
  /** When the handler that runs was called before; the start of the run in its first call. */
  since: number
  readonly #start: number
  readonly #clock: KnownClock
  readonly #isNeeded: boolean

  constructor(start: number, clock: KnownClock, isNeeded: boolean) {
    this.since = start
    this.#start = start
    this.#clock = clock
    this.#isNeeded = isNeeded
  }

  /** The same handler, whose calls are noted. */
  note<Values extends readonly unknown[]>(handler: (...values: Values) => unknown): (...values: Values) => unknown {
    if (!this.#isNeeded) return handler
    let last = this.#start
    return (...values) => {
      const outer = this.since
      this.since = last
      last = this.#clock.time
      handler(...values)
      this.since = outer
    }
  }
}
