import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '@tradeloom/domain'
import { textOf } from './read-xml.ts'
import { type S3Place, signRequest, type UnsignedRequest } from './sign-request.ts'

export interface S3Answer {
  readonly status: number
  /** Of an error: what S3 calls it; empty if the answer has no text. */
  readonly code: string
  readonly response: Response
}

export interface RequestTerms {
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  /** Pause before the first repetition; each next one is twice as long. */
  readonly pauseMs: number
  /** How long an answer may take to begin, and each of its pieces. */
  readonly answerMs: number
}

export const REQUEST_TERMS: RequestTerms = {
  fetch: (...args) => globalThis.fetch(...args),
  now: Date.now,
  pauseMs: 200,
  answerMs: 30_000,
}

const TRIES = 5
const MAX_PAUSE_MS = 10_000
/** Bytes each second on the slowest line that is waited for. */
const SLOWEST = 20_000
const MAX_ERROR_BYTES = 64_000
/** Answers that another try may change. */
const REPEATED = new Set(['InternalError', 'OperationAborted', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown'])

/** Sends signed requests, and repeats those that failed for a reason that passes. */
export class S3Requests {
  readonly #place: S3Place
  readonly #terms: RequestTerms

  constructor(place: S3Place, terms: RequestTerms) {
    this.#place = place
    this.#terms = terms
  }

  /** The answer, unless it says that the request failed: `expected` are other codes that the caller handles. */
  async send(request: UnsignedRequest, expected: readonly string[] = []): Promise<S3Answer> {
    const { pauseMs } = this.#terms
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(request).catch((error: unknown) => {
        if (attempt >= TRIES) throw this.#away(error)
        return null
      })
      if (answer?.response.ok === true || (answer && expected.includes(answer.code))) return answer
      if (answer && (attempt >= TRIES || !isPassing(answer))) throw this.#refusal(answer, request)
      const pause = Math.min(MAX_PAUSE_MS, pauseMs * 2 ** (attempt - 1))
      // Not all at the same moment.
      await sleep(Math.max(pause * (0.5 + Math.random() / 2), waitOf(answer)))
    }
  }

  async #once(request: UnsignedRequest): Promise<S3Answer> {
    const { fetch, now, answerMs } = this.#terms
    const { url, headers } = signRequest(this.#place, request, now())
    const { method, body } = request
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), answerMs + (body.length / SLOWEST) * 1000)
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: waiting.signal,
        ...(body.length > 0 || method === 'PUT' ? { body: body as Uint8Array<ArrayBuffer> } : {}),
      })
      if (response.ok) return { status: response.status, code: '', response }
      const text = (await response.text()).slice(0, MAX_ERROR_BYTES)
      return { status: response.status, code: textOf(text, 'Code') || String(response.status), response }
    } finally {
      clearTimeout(timer)
    }
  }

  #away(error: unknown): UserError {
    const { cause = error, name } = error as Error
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = name === 'AbortError' ? 'no answer in time' : (code ?? message)
    return new UserError('disk', `The store at ${this.#place.endpoint} is away: ${reason}`, null, error)
  }

  #refusal({ status, code, response }: S3Answer, { method, name }: UnsignedRequest): UserError {
    const { bucket, endpoint, region } = this.#place
    const store = `The store at ${endpoint}`
    const texts: Readonly<Record<string, string>> = {
      NoSuchBucket: `The bucket ${bucket} does not exist at ${endpoint}`,
      InvalidAccessKeyId: `${store} does not know the access key`,
      SignatureDoesNotMatch: `${store} refuses the secret access key: it is wrong`,
      AccessDenied: `${store} does not allow this access key to ${DEEDS[method]} ${name || bucket}`,
      403: `${store} does not allow this access key to ${DEEDS[method]} ${name || bucket}`,
      RequestTimeTooSkewed: `The clock of this machine is wrong: it is ${skewOf(response, this.#terms.now())} the store's`,
      AuthorizationHeaderMalformed: `The bucket ${bucket} is not in the region ${region}`,
      PermanentRedirect: `The bucket ${bucket} is not in the region ${region}, or has another endpoint`,
      QuotaExceeded: `${store} has no space left`,
    }
    const isRedirect = status >= 300 && status < 400
    const text = texts[code] ?? (isRedirect ? texts['PermanentRedirect'] : undefined)
    return new UserError('disk', text ?? `${store} answered ${status} (${code}) when asked to ${DEEDS[method]} ${name}`)
  }
}

const DEEDS = { GET: 'read', HEAD: 'read', PUT: 'write', POST: 'write', DELETE: 'delete' } as const

function isPassing({ status, code }: S3Answer): boolean {
  return status >= 500 ? status !== 501 : status === 429 || REPEATED.has(code)
}

function waitOf(answer: S3Answer | null): number {
  const seconds = Number(answer?.response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) ? Math.min(MAX_PAUSE_MS, seconds * 1000) : 0
}

function skewOf(response: Response, now: number): string {
  const difference = now - Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(difference)) return 'far from'
  const minutes = Math.round(Math.abs(difference) / 60_000)
  return `${minutes} min ${difference > 0 ? 'ahead of' : 'behind'}`
}
