import type { VenueClock } from '../../ports/venue-clock.ts'
import { openBudget } from '../../wire/open-budget.ts'
import type { Priority, RateBudget } from '../../wire/rate-budget.ts'
import { type Fetch, NoAnswer, type VenueRequest, VenueRequests } from '../../wire/venue-requests.ts'
import { BitfinexError } from './bitfinex-error.ts'
import { REQUESTS, SILENCE_MS } from './bitfinex-limits.ts'
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

/** Codes that say that there are too many requests. */
const LIMITED = 11_010

/** Sends each request once. */
export class BitfinexRest {
  readonly budget: RateBudget
  readonly #clock: VenueClock
  readonly #url: string
  readonly #requests: VenueRequests

  constructor({ clock, url, fetch, sharedDir = null }: BitfinexRestOptions) {
    this.#clock = clock
    this.#url = url
    this.budget = openBudget({ clock, url, sharedDir }, REQUESTS)
    this.#requests = new VenueRequests(this.budget, fetch)
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    this.#requests.close()
  }

  /** The answer's body. Throws BitfinexError for everything that is not a readable answer with status 200. */
  async send({ path, headers = {}, ...request }: BitfinexRequest): Promise<unknown> {
    const url = `${this.#url}${path}`
    const { status, text } = await this.#requests.send({ ...request, url, headers, weight: 1 }).catch(unanswered)
    const body = parse(text)
    const error = status === 200 && body !== undefined ? null : refusal(status, body)
    if (!error) return body
    if (status === 429 || error.code === LIMITED) this.budget.silence(this.#clock.now() + SILENCE_MS)
    throw error
  }

  /** Public data; waits until there is budget for it. */
  async get(path: string, priority: Priority): Promise<unknown> {
    for (;;) {
      try {
        return await this.send({ method: 'GET', path, priority })
      } catch (error) {
        if (!(error instanceof BitfinexError) || error.isSent) throw error
        const until = this.budget.retryAt(1, priority)
        await new Promise<void>((resolve) => this.#clock.at(until, resolve))
      }
    }
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
