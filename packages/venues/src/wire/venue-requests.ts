import type { Priority, RateBudget } from './rate-budget.ts'

export type Fetch = typeof globalThis.fetch

export interface VenueRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent. */
  readonly body?: string
  readonly weight: number
  readonly priority: Priority
}

export interface VenueAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** No answer: none came, or nothing was sent. Its text never holds what was sent. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** False if there was no budget for the request. */
  readonly isSent: boolean

  constructor(message: string, isSent = true) {
    super(message)
    this.isSent = isSent
  }
}

/** What may trade is UNKNOWN after that, and is looked up: nobody should wait longer to close something. */
const TIMEOUT_MS = { GET: 10_000, POST: 5_000, PUT: 5_000, DELETE: 5_000 } as const

/** Sends each request once, within a rate budget, and waits for its answer no longer than is of use. */
export class VenueRequests {
  readonly #budget: RateBudget
  readonly #fetch: Fetch
  readonly #end = new AbortController()

  constructor(budget: RateBudget, fetch: Fetch = globalThis.fetch) {
    this.#budget = budget
    this.#fetch = fetch
  }

  /** Nothing is sent any more, and nobody waits for an answer. */
  close(): void {
    this.#end.abort()
  }

  /** Throws NoAnswer. */
  async send({ url, method, headers, body, weight, priority }: VenueRequest): Promise<VenueAnswer> {
    const ended = this.#end.signal
    if (ended.aborted) throw new NoAnswer('The connection to the venue was closed')
    const until = this.#budget.take(weight, priority)
    if (until > 0) throw new NoAnswer(`No request is allowed before ${new Date(until).toISOString()}`, false)
    try {
      const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS[method])])
      const response = await this.#fetch(url, {
        method,
        headers,
        redirect: 'error',
        signal,
        ...(body === undefined ? {} : { body }),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch {
      // Errors of fetch may hold the address with its signature.
      throw new NoAnswer('The venue did not answer')
    }
  }
}
