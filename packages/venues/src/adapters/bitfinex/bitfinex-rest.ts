import type { VenueClock } from '../../ports/venue-clock.ts'
import { openBudget } from '../../wire/open-budget.ts'
import type { Priority, RateBudget } from '../../wire/rate-budget.ts'
import { type Fetch, NoAnswer, type VenueRequest, VenueRequests } from '../../wire/venue-requests.ts'
import { BitfinexError, isLimited } from './bitfinex-error.ts'
import { limitOf, SILENCE_MS } from './bitfinex-limits.ts'
import { readJson, Written } from './read-json.ts'

export interface BitfinexRestOptions {
  readonly clock: VenueClock
  readonly url: string
  readonly fetch?: Fetch
  /** Where processes share what they may send, and until when the venue has forbidden all requests. */
  readonly sharedDir?: string | null
}

export interface BitfinexRequest extends Pick<VenueRequest, 'method' | 'priority'> {
  /** With what is asked of it. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** By whose budget a feed is shown. */
const SHOWN = '/v2/candles/'

/** Sends each request once. */
export class BitfinexRest {
  readonly #options: BitfinexRestOptions
  readonly #groups = new Map<string, { readonly budget: RateBudget; readonly requests: VenueRequests }>()
  /** After the venue has refused some, for all of them. */
  #silentUntil = 0

  constructor(options: BitfinexRestOptions) {
    this.#options = options
  }

  get budget(): RateBudget {
    return this.#groupOf(SHOWN).budget
  }

  /** UTC milliseconds; null while requests are allowed. */
  get silentUntil(): number | null {
    const until = Math.max(this.#silentUntil, this.budget.silentUntil ?? 0)
    return until > this.#options.clock.now() ? until : null
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    for (const { requests } of this.#groups.values()) requests.close()
  }

  /** The answer's body. Throws BitfinexError for everything that is not a readable answer with status 200. */
  async send({ path, headers = {}, ...request }: BitfinexRequest): Promise<unknown> {
    const url = `${this.#options.url}${path}`
    const { requests, budget } = this.#groupOf(path)
    const until = this.silentUntil
    if (until !== null) budget.silence(until)
    const { status, text } = await requests.send({ ...request, url, headers, weight: 1 }).catch(unanswered)
    const body = parse(text)
    const error = status === 200 && body !== undefined ? null : refusal(status, body)
    if (!error) return body
    if (isLimited(error)) {
      this.#silentUntil = this.#options.clock.now() + SILENCE_MS
      budget.silence(this.#silentUntil)
    }
    throw error
  }

  /** Public data; waits until there is budget for it. */
  async get(path: string, priority: Priority): Promise<unknown> {
    for (;;) {
      try {
        return await this.send({ method: 'GET', path, priority })
      } catch (error) {
        if (!(error instanceof BitfinexError) || error.isSent) throw error
        const until = this.#groupOf(path).budget.retryAt(1, priority)
        await new Promise<void>((resolve) => this.#options.clock.at(until, resolve))
      }
    }
  }

  #groupOf(path: string) {
    const { clock, url, fetch, sharedDir = null } = this.#options
    const limit = limitOf(path)
    const budget = openBudget({ clock, url, sharedDir }, limit)
    const group = this.#groups.get(limit.name) ?? { budget, requests: new VenueRequests(budget, fetch) }
    this.#groups.set(limit.name, group)
    return group
  }
}

function unanswered(error: unknown): never {
  throw error instanceof NoAnswer ? new BitfinexError(error.message, { isSent: error.isSent }) : error
}

/** `["error", code, text]`, whatever the status is; of too many requests, an object. */
function refusal(status: number, body: unknown): BitfinexError {
  const [kind, code, message] = Array.isArray(body) ? (body as readonly unknown[]) : []
  if (kind !== 'error' || !(code instanceof Written))
    return new BitfinexError(`HTTP ${status} without a readable answer`, { status })
  const text = typeof message === 'string' && message !== '' ? message : 'No reason was given'
  return new BitfinexError(`${text} (${code.text})`, { status, code: Number(code.text) })
}

/** Undefined for what is not JSON. */
function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
