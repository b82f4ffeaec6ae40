import type { Abort } from './abort.ts'
import type { ErrorBody } from './api.generated.ts'
import type { CallArguments, CallName, Reply } from './calls.ts'
import { LiveSocket } from './live-socket.ts'

export interface ClientOptions {
  /** Of the server, such as `https://trade.example.com`. */
  readonly url: string
  /** The key and its secret, joined by a dot. */
  readonly key: string
  /** Seconds that a call waits at once when it is told to by 429 or 503, or finds no server. Default 120. */
  readonly maxWait?: number
}

export interface Client {
  /**
   * Makes a call; input and reply are typed by the contract. Throws `ApiCallError` when it is refused. A lost connection
   * is tried again: what creates something carries a key, so it happens once.
   */
  call<Name extends CallName>(name: Name, ...[input]: CallArguments<Name>): Promise<Reply<Name>>
  /** A socket that connects again by itself. */
  openSocket(): LiveSocket
}

/** Why the server refused a call. */
export class ApiCallError extends Error {
  override readonly name = 'ApiCallError'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly signal?: Abort
}

const MAX_WAIT_S = 120
const TRY_AGAIN = new Set([429, 503])
/** Times that a call finds no server before it gives up. */
const MAX_LOST = 5

export function createClient({ url: given, key, maxWait = MAX_WAIT_S }: ClientOptions): Client {
  const url = given.replace(/\/+$/, '')
  const send = async (name: string, input: LooseInput): Promise<unknown> => {
    const { body, signal } = input
    const [method = 'GET', path = ''] = name.split(' ')
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal: signal as AbortSignal }),
    }
    for (let lost = 0; ;) {
      const answer = await tryOnce(url + address(path, input), init)
      if (answer instanceof Error) {
        if (++lost > MAX_LOST || signal?.aborted === true) throw answer
        await pause(Math.min(2 ** lost, maxWait) * 500, signal)
        continue
      }
      const { response, content } = answer
      if (response.ok) return content
      const wait = Math.max(1, Number(response.headers.get('retry-after') ?? 1))
      const error = asError(content)
      // The call whose answer was lost is still at work.
      const isAtWork = lost > 0 && error.code === 'call-begun' && ++lost <= MAX_LOST
      if (!isAtWork && (!TRY_AGAIN.has(response.status) || wait > maxWait))
        throw new ApiCallError(response.status, error)
      await pause(wait * 1000, signal)
    }
  }
  return {
    call: async (name, input = {}) => (await send(name, input as LooseInput)) as Reply<typeof name>,
    openSocket: () => new LiveSocket(url, key),
  }
}

/** The path with its parameters and the query filled in; undefined values are left out. */
function address(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replaceAll(/:(\w+)|\*/g, (_, name = '*') => encodeURIComponent(params[name] ?? ''))
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? filled : `${filled}?${given}`
}

/** The answer, or why there is none. */
async function tryOnce(url: string, init: RequestInit): Promise<{ response: Response; content: unknown } | Error> {
  try {
    const response = await fetch(url, init)
    return { response, content: await contentOf(response) }
  } catch (error) {
    return error as Error
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return response.json()
  return /^text\/|^$/.test(type) ? response.text() : new Uint8Array(await response.arrayBuffer())
}

/** A proxy in between may answer with something else. */
function asError(content: unknown): ErrorBody {
  if (typeof content === 'object' && content !== null && 'message' in content) return content as ErrorBody
  return { code: 'unavailable', kind: 'unavailable', message: 'The server did not answer' }
}

function pause(ms: number, signal?: Abort): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort)
  })
}
