import { AppError } from '../errors/app-error.ts'
import { addressKey } from '../http/client-address.ts'
import { seconds } from '../http/request-limits.ts'

const WINDOW_MS = 60_000
/** Wrong keys of one address in a minute. */
const FREE = 20
const MAX_ADDRESSES = 50_000
const MAX_KNOWN = 10_000

/**
 * Limits wrong keys by address, before anything is looked up. Keys that have opened the door here are let through, so that
 * a stranger at the same address locks nobody out.
 */
export class KeyGuesses {
  readonly #now: () => number
  readonly #wrong = new Map<string, { count: number; readonly until: number }>()
  readonly #known = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Throws if this address has sent too many wrong keys. `hash` is that of all that was sent. */
  check(address: string, hash: string): void {
    if (this.#known.has(hash)) return
    const until = this.#limitedUntil(addressKey(address))
    if (until === null) return
    const rest = until - this.#now()
    const message = `Too many wrong keys from this address. Please try again in ${seconds(rest)}`
    throw new AppError('limit', 'too-many-wrong-keys', message, { retryAfter: Math.ceil(rest / 1000) })
  }

  right(hash: string): void {
    this.#known.delete(hash)
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.values().next().value as string)
    this.#known.add(hash)
  }

  wrong(address: string, hash: string): void {
    this.#known.delete(hash)
    const from = addressKey(address)
    const now = this.#now()
    const known = this.#wrong.get(from)
    if (known && known.until > now) {
      known.count++
      return
    }
    this.#wrong.delete(from)
    if (this.#wrong.size >= MAX_ADDRESSES) this.#wrong.delete(this.#wrong.keys().next().value as string)
    this.#wrong.set(from, { count: 1, until: now + WINDOW_MS })
  }

  #limitedUntil(from: string): number | null {
    const known = this.#wrong.get(from)
    return known && known.count >= FREE && known.until > this.#now() ? known.until : null
  }
}
