const WINDOW_MS = 60_000
/** Each replaces the orders that protect one position, or takes them away. */
const MAX_CALLS = 5
/** After one that came to nothing; twice as long after each further one. */
const FIRST_PAUSE_MS = 4_000
const MAX_PAUSE_MS = 60_000
/** After too many of them, whatever came of them. */
const TOO_MANY_PAUSE_MS = 60_000

interface Calls {
  /** Of the last minute. */
  at: readonly number[]
  failures: number
  notBefore: number
}

/**
 * Calls at the venue that take the orders away which protect positions. A cancellation that never gets through, or a script
 * that moves its stop with each tick, would use up the rate budget that closings need. Times are of a clock that nobody sets.
 */
export class CustodyCalls {
  readonly #calls = new Map<string, Calls>()

  /** Whether custody may take the orders of a position away now. Closings are not asked about: they never wait. */
  mayCall(positionId: string, now: number): boolean {
    return now >= (this.#calls.get(positionId)?.notBefore ?? -Infinity)
  }

  /** Notes a call. Returns whether it is one too many: the first of a stretch of them. */
  note(positionId: string, now: number): boolean {
    const { at, failures, notBefore } = this.#of(positionId)
    const recent = [...at.filter((time) => now - time < WINDOW_MS), now]
    const isTooMany = recent.length > MAX_CALLS
    const until = isTooMany ? Math.max(notBefore, now + TOO_MANY_PAUSE_MS) : notBefore
    this.#calls.set(positionId, { at: recent, failures, notBefore: until })
    return recent.length === MAX_CALLS + 1
  }

  /** The call that was noted last has left the orders where they are. */
  failed(positionId: string, now: number): void {
    const calls = this.#of(positionId)
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** calls.failures)
    const notBefore = Math.max(calls.notBefore, now + pause)
    this.#calls.set(positionId, { ...calls, failures: calls.failures + 1, notBefore })
  }

  succeeded(positionId: string): void {
    this.#calls.set(positionId, { ...this.#of(positionId), failures: 0 })
  }

  /** Forgets positions that have nothing to be called for any more. */
  keepOnly(positionIds: ReadonlySet<string>): void {
    for (const id of this.#calls.keys()) if (!positionIds.has(id)) this.#calls.delete(id)
  }

  #of(positionId: string): Calls {
    return this.#calls.get(positionId) ?? { at: [], failures: 0, notBefore: -Infinity }
  }
}
