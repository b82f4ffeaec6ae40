import type { VenueClock } from '../../ports/venue-clock.ts'
import { openBudget } from '../../wire/open-budget.ts'
import type { Priority, RateBudget } from '../../wire/rate-budget.ts'
import { type Fetch, NoAnswer, type VenueRequest, VenueRequests } from '../../wire/venue-requests.ts'
import { BinanceError } from './binance-error.ts'
import { requestWeight } from './binance-limits.ts'
import type { BinanceWire } from './binance-wire.ts'

export interface RestRequest extends Omit<VenueRequest, 'url' | 'headers'> {
  readonly path: string
  /** Encoded, with the signature if it needs one. */
  readonly query: string
  readonly key?: string
}

export interface BinanceRestOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly fetch?: Fetch
  /** Where processes share what they may send, and until when the venue has forbidden all requests. */
  readonly sharedDir?: string | null
}

/** After 429 or 418 without a time. */
const SILENCE_MS = 60_000

/** Sends each request once. */
export class BinanceRest {
  readonly budget: RateBudget
  readonly #clock: VenueClock
  readonly #url: string
  readonly #requests: VenueRequests

  constructor({ clock, url, fetch, sharedDir = null }: BinanceRestOptions, { weightLimit }: BinanceWire) {
    this.#clock = clock
    this.#url = url
    this.budget = openBudget({ clock, url, sharedDir }, requestWeight(weightLimit))
    this.#requests = new VenueRequests(this.budget, fetch)
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    this.#requests.close()
  }

  /** The answer's body. Throws BinanceError for everything that is not a readable answer with status 200. */
  async send({ path, query, key, ...request }: RestRequest): Promise<unknown> {
    const url = `${this.#url}${path}${query === '' ? '' : `?${query}`}`
    const headers = key === undefined ? {} : { 'X-MBX-APIKEY': key }
    const { status, headers: stated, text } = await this.#requests.send({ ...request, url, headers }).catch(unanswered)
    this.#heed(status, stated)
    const body = parse(text)
    if (status === 200 && body !== undefined) return body
    throw refusal(status, body)
  }

  /** Public data; waits until there is budget for it. */
  async get(
    path: string,
    query: string,
    { weight, priority }: { readonly weight: number; readonly priority: Priority },
  ): Promise<unknown> {
    for (;;) {
      try {
        return await this.send({ method: 'GET', path, query, weight, priority })
      } catch (error) {
        if (!(error instanceof BinanceError) || error.isSent) throw error
        const until = this.budget.retryAt(weight, priority)
        await new Promise<void>((resolve) => this.#clock.at(until, resolve))
      }
    }
  }

  #heed(status: number, headers: Headers): void {
    const used = Number(headers.get('x-mbx-used-weight-1m') ?? NaN)
    if (used >= 0) this.budget.counted(used)
    if (status !== 429 && status !== 418) return
    const seconds = Number(headers.get('retry-after') ?? NaN)
    this.budget.silence(this.#clock.now() + (seconds >= 0 ? seconds * 1_000 : SILENCE_MS))
  }
}

function unanswered(error: unknown): never {
  throw error instanceof NoAnswer ? new BinanceError(error.message, { isSent: error.isSent }) : error
}

function refusal(status: number, body: unknown): BinanceError {
  const { code, msg, data } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<
    Record<string, unknown>
  >
  if (typeof code !== 'number') return new BinanceError(`HTTP ${status} without a readable answer`, { status })
  return new BinanceError(`${typeof msg === 'string' ? msg : 'No reason was given'} (${code})`, { status, code, data })
}

/** Undefined for what is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
