import { AppError } from '../errors/app-error.ts'
import { addressKey } from '../http/client-address.ts'
import { seconds } from '../http/request-limits.ts'

const WINDOW_MS = 60_000
/** Wrong keys of one address in a minute. */
const FREE = 20
/** Wrong secrets of one key in a minute, from wherever they come. */
const FREE_OF_KEY = 100
const MAX_COUNTED = 50_000
const MAX_KNOWN = 10_000

/**
 * Limits wrong keys by address, and wrong secrets by key, before anything is looked up. Keys that have opened the door here are
 * let through, so that a stranger who knows the public half, or is at the same address, locks nobody out.
 */
export class KeyGuesses {
  readonly #now: () => number
  readonly #wrong = new Map<string, { count: number; readonly until: number }>()
  readonly #known = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Throws if this address has sent too many wrong keys, or somebody too many wrong secrets of this one. `hash` is that of all
   * that was sent, `key` its public half, null if it has none.
   */
  check(address: string, key: string | null, hash: string): void {
    if (this.#known.has(hash)) return
    this.#refuse(addressKey(address), FREE, 'Too many wrong keys from this address')
    if (key !== null) this.#refuse(key, FREE_OF_KEY, 'Too many wrong secrets of this key')
  }

  right(hash: string): void {
    this.#known.delete(hash)
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.values().next().value as string)
    this.#known.add(hash)
  }

  wrong(address: string, key: string | null, hash: string): void {
    this.#known.delete(hash)
    this.#count(addressKey(address))
    if (key !== null) this.#count(key)
  }

  #count(from: string): void {
    const now = this.#now()
    const known = this.#wrong.get(from)
    if (known && known.until > now) {
      known.count++
      return
    }
    this.#wrong.delete(from)
    if (this.#wrong.size >= MAX_COUNTED) this.#wrong.delete(this.#wrong.keys().next().value as string)
    this.#wrong.set(from, { count: 1, until: now + WINDOW_MS })
  }

  #refuse(from: string, free: number, problem: string): void {
    const known = this.#wrong.get(from)
    const rest = (known?.until ?? 0) - this.#now()
    if (!known || known.count < free || rest <= 0) return
    const message = `${problem}. Please try again in ${seconds(rest)}`
    throw new AppError('limit', 'too-many-wrong-keys', message, { retryAfter: Math.ceil(rest / 1000) })
  }
}
