import { AppError } from '../errors/app-error.ts'
import { seconds } from '../http/request-limits.ts'

/** How often one may guess at once, and how long the pauses become after that. */
export interface Pace {
  readonly free: number
  readonly maxMs: number
}

/** One device or address that guesses the password of one account. */
export const OF_ONE: Pace = { free: 10, maxMs: 60_000 }
/** All devices and addresses together that have never signed in to the account. */
export const OF_STRANGERS: Pace = { free: 50, maxMs: 10_000 }

interface Failures {
  count: number
  last: number
  /** No guess before. */
  next: number
}

const FIRST_PAUSE_MS = 1000
const FORGET_MS = 60 * 60_000
const MAX_KEYS = 50_000

/**
 * Counts guesses before they are evaluated and lets pauses grow between them, each twice as long as the one before.
 * Nobody is locked out: a pause ends by itself, and asking during one does not prolong it.
 */
export class LoginDelays {
  readonly #now: () => number
  readonly #failures = new Map<string, Failures>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Throws 429 during a pause. */
  check(key: string, pace: Pace): void {
    const wait = this.#of(key).next - this.#now()
    if (wait <= 0) return
    const limit = pace.maxMs / 1000
    throw new AppError('limit', 'too-many-attempts', `Too many attempts. Please try again in ${seconds(wait)}`, {
      retryAfter: Math.min(limit, Math.ceil(wait / 1000)),
    })
  }

  /** As failed, until it is known better. */
  count(key: string, pace: Pace): void {
    const now = this.#now()
    const { count } = this.#of(key)
    const over = count + 1 - pace.free
    const pause = over < 0 ? 0 : Math.min(pace.maxMs, FIRST_PAUSE_MS * 2 ** Math.min(over, 20))
    this.#failures.delete(key)
    // Whoever tries endless names must not fill the memory: those of longest ago go first.
    if (this.#failures.size >= MAX_KEYS) this.#failures.delete(this.#failures.keys().next().value as string)
    this.#failures.set(key, { count: count + 1, last: now, next: now + pause })
  }

  /** It was not evaluated after all. */
  takeBack(key: string): void {
    const found = this.#failures.get(key)
    if (found) this.#failures.set(key, { ...found, count: found.count - 1, next: 0 })
  }

  succeeded(key: string): void {
    this.#failures.delete(key)
  }

  #of(key: string): Failures {
    const found = this.#failures.get(key)
    return found && found.last > this.#now() - FORGET_MS ? found : { count: 0, last: 0, next: 0 }
  }
}
