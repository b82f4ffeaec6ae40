import type { VenueClock } from '../../ports/venue-clock.ts'
import { type Priority, RateBudget } from '../../wire/rate-budget.ts'
import { SharedSilence } from '../../wire/shared-silence.ts'
import { BinanceError } from './binance-error.ts'

export type Fetch = typeof globalThis.fetch

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Encoded, with the signature if it needs one. */
  readonly query: string
  readonly key?: string
  readonly weight: number
  readonly priority: Priority
}

export interface BinanceRestOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly fetch?: Fetch
  /** Where processes tell each other until when the venue has forbidden all requests. */
  readonly sharedDir?: string | null
}

/** What may trade is UNKNOWN after that, and is looked up: nobody should wait longer to close something. */
const TIMEOUT_MS = { GET: 10_000, POST: 5_000, DELETE: 5_000 } as const
const MINUTE = 60_000
/** Per minute and address; the venue states it with its instruments. */
const WEIGHT = 6_000
/** After 429 or 418 without a time. */
const SILENCE_MS = 60_000

/** All clients of one address share what they may send. */
const BUDGETS = new WeakMap<VenueClock, Map<string, RateBudget>>()

function budgetOf(clock: VenueClock, url: string, sharedDir: string | null): RateBudget {
  const budgets = BUDGETS.get(clock) ?? new Map<string, RateBudget>()
  BUDGETS.set(clock, budgets)
  const key = JSON.stringify([url, sharedDir])
  const silence = new SharedSilence(clock, url, sharedDir)
  const budget = budgets.get(key) ?? new RateBudget(clock, silence, { limit: WEIGHT, windowMs: MINUTE })
  budgets.set(key, budget)
  return budget
}

/** Sends each request once. */
export class BinanceRest {
  readonly budget: RateBudget
  readonly #clock: VenueClock
  readonly #url: string
  readonly #fetch: Fetch
  readonly #end = new AbortController()

  constructor({ clock, url, fetch = globalThis.fetch, sharedDir = null }: BinanceRestOptions) {
    this.#clock = clock
    this.#url = url
    this.#fetch = fetch
    this.budget = budgetOf(clock, url, sharedDir)
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    this.#end.abort()
  }

  /** The answer's body. Throws BinanceError for everything that is not a readable answer with status 200. */
  async send({ method, path, query, key, weight, priority }: RestRequest): Promise<unknown> {
    const ended = this.#end.signal
    if (ended.aborted) throw new BinanceError('The connection to the venue was closed')
    const until = this.budget.take(weight, priority)
    if (until > 0)
      throw new BinanceError(`No request is allowed before ${new Date(until).toISOString()}`, { isSent: false })
    const url = `${this.#url}${path}${query === '' ? '' : `?${query}`}`
    const headers = key === undefined ? {} : { 'X-MBX-APIKEY': key }
    let response: Response
    let text: string
    try {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS[method])])
      response = await this.#fetch(url, { method, headers, redirect: 'error', signal })
      text = await response.text()
    } catch {
      // Errors of fetch may hold the address with its signature.
      throw new BinanceError('The venue did not answer')
    }
    this.#heed(response)
    const body = parse(text)
    if (response.status === 200 && body !== undefined) return body
    throw refusal(response.status, body)
  }

  /** Public data; waits until there is budget for it. */
  async get(
    path: string,
    query: string,
    { weight, priority }: Pick<RestRequest, 'weight' | 'priority'>,
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

  #heed({ status, headers }: Response): void {
    const used = Number(headers.get('x-mbx-used-weight-1m') ?? NaN)
    if (used >= 0) this.budget.counted(used)
    if (status !== 429 && status !== 418) return
    const seconds = Number(headers.get('retry-after') ?? NaN)
    this.budget.silence(this.#clock.now() + (seconds >= 0 ? seconds * 1_000 : SILENCE_MS))
  }
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
