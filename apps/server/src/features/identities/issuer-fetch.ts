const TIME_OUT_MS = 10_000
/** Of an answer: descriptions and lists of keys are far smaller. */
const MAX_BYTES = 256 * 1024

/** What the libraries ask issuers with. */
export type IssuerFetch = (
  url: string,
  options?: {
    readonly method?: string | undefined
    readonly headers?: RequestInit['headers'] | undefined
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
  },
) => Promise<Response>

/** A name for this machine, where no TLS is needed. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * Asks issuers: over TLS only (or this machine), without following redirects, and with bounds of time and size. `replaced`:
 * addresses of stand-ins by origin, for tests.
 */
export function issuerFetch(replaced: Readonly<Record<string, string>>): IssuerFetch {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const wanted = new URL(url)
    const stand = replaced[wanted.origin]
    if (stand === undefined && wanted.protocol !== 'https:' && !isLoopback(wanted)) {
      throw new Error(`${wanted.origin} is not reached over TLS`)
    }
    const target = stand === undefined ? wanted : new URL(wanted.pathname + wanted.search, stand)
    const limit = AbortSignal.timeout(TIME_OUT_MS)
    const answer = await fetch(target, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined || body === null ? {} : { body: body as string }),
    })
    const { status, headers: answered } = answer
    return new Response(status === 204 ? null : await bytesOf(answer), { status, headers: answered })
  }
}

async function bytesOf({ body, url }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`${new URL(url).origin} answers with more than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
