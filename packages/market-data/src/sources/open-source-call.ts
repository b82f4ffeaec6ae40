import { setTimeout as sleep } from 'node:timers/promises'
import { readAnswer } from './read-answer.ts'
import type { SourceCall, SourceQuery } from './source-call.ts'
import { SourceError, type SourceErrorKind } from './source-error.ts'
import type { SourceLimits } from './source-limits.ts'
import type { SourceProvider } from './source-provider.ts'

export interface SourceCallOptions {
  readonly provider: SourceProvider
  /** Replaces the provider's own address. */
  readonly url?: string | undefined
  readonly key: string | null
  readonly limits: SourceLimits
  readonly now: () => number
  /** How long a request waits for its turn. */
  readonly patienceMs: number
  /** Of one try. */
  readonly timeoutMs?: number
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>
  /** Ends what runs and what waits. */
  readonly signal?: AbortSignal
}

const TIMEOUT_MS = 20_000
const TRIES = 3
const FIRST_PAUSE_MS = 500
/** After a refusal that does not say for how long. */
const SILENCE_MS = 60_000
const MAX_SILENCE_MS = 24 * 60 * 60_000
const REDIRECTS = 3

const TEXTS: Readonly<Record<SourceErrorKind, string>> = {
  'bad-key': 'does not accept the key',
  'no-right': 'does not include this dataset in the rights of the key',
  'not-found': 'has no such dataset',
  limit: 'allows no more requests now',
  'bad-request': 'does not understand the request',
  gone: 'has withdrawn this dataset',
  away: 'cannot be reached',
  unreadable: 'gave an answer that cannot be read',
}

/** A use of a provider. What it sends is counted, and what it throws says nothing of addresses and answers. */
export function openSourceCall(options: SourceCallOptions): SourceCall {
  const { key, now } = options
  const text = (path: string, query: SourceQuery = {}) => withTries(options, path, query)
  return {
    key,
    now,
    text,
    json: async (shape, path, query) => {
      const body = await text(path, query)
      try {
        return shape.parse(JSON.parse(body))
      } catch {
        throw failure(options.provider, 'unreadable')
      }
    },
  }
}

function failure({ title }: SourceProvider, kind: SourceErrorKind, retryInMs: number | null = null): SourceError {
  return new SourceError(kind, `${title} ${TEXTS[kind]}`, retryInMs)
}

async function withTries(options: SourceCallOptions, path: string, query: SourceQuery): Promise<string> {
  const { pause = wait, signal } = options
  for (let tries = 1; ; tries++) {
    const turn = await turnOf(options)
    try {
      return await follow(options, addressOf(options, path, query))
    } catch (error) {
      const known = error instanceof SourceError ? error : failure(options.provider, 'away')
      options.signal?.throwIfAborted()
      if (known.kind === 'limit') await options.limits.silence(known.retryInMs ?? SILENCE_MS)
      if (known.kind !== 'away' || tries === TRIES) throw known
    } finally {
      await turn.end()
    }
    await pause(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()), signal)
  }
}

async function turnOf({ limits, provider, patienceMs, now, pause = wait, signal }: SourceCallOptions) {
  const until = now() + patienceMs
  for (;;) {
    signal?.throwIfAborted()
    const turn = await limits.take()
    if (typeof turn !== 'number') return turn
    if (now() + turn > until) throw failure(provider, 'limit', turn)
    await pause(turn, signal)
  }
}

function wait(ms: number, signal?: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, signal ? { signal } : {})
}

function addressOf({ provider, url = provider.url }: SourceCallOptions, path: string, query: SourceQuery): URL {
  const address = new URL(path, url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.append(name, `${value}`)
  return address
}

/** Keys are in addresses, so they are sent nowhere else. */
async function follow(options: SourceCallOptions, first: URL): Promise<string> {
  const { provider, timeoutMs = TIMEOUT_MS, signal } = options
  const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  const init: RequestInit = {
    redirect: 'manual',
    headers: { 'user-agent': 'Tradeloom', accept: '*/*' },
    signal: AbortSignal.any(ends),
  }
  let address = first
  for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
    const response = await fetch(address, init)
    const body = await readAnswer(response)
    if (body === null) break
    const { status, headers } = response
    if (status === 200) return body
    const location = headers.get('location')
    if (status < 300 || status >= 400 || location === null) {
      const kind = provider.readError(status, body)
      throw failure(provider, kind, kind === 'limit' ? retryAfter(headers.get('retry-after'), options.now()) : null)
    }
    address = new URL(location, address)
    if (address.origin !== first.origin) break
  }
  throw failure(provider, 'unreadable')
}

/** Seconds, or a date. */
function retryAfter(text: string | null, now: number): number {
  const ms = text === null ? Number.NaN : /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? SILENCE_MS : Math.min(MAX_SILENCE_MS, Math.max(1000, ms))
}
