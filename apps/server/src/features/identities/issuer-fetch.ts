import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts'

/** Answers of which the standard says that they have no body. */
const EMPTY = new Set([204, 205, 304])

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
 * Asks issuers: over TLS only (or this machine), and as everything that people have entered: at public addresses or in
 * networks that the operator has listed, without following redirects, and with bounds of time and size. `replaced`:
 * addresses of stand-ins by origin, for tests.
 */
export function issuerFetch(outbound: Pick<Outbound, 'send'>, replaced: Readonly<Record<string, string>>): IssuerFetch {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const wanted = new URL(url)
    const stand = replaced[wanted.origin]
    if (stand === undefined && wanted.protocol !== 'https:' && !isLoopback(wanted)) {
      throw new Error(`${wanted.origin} is not reached over TLS`)
    }
    const target = stand === undefined ? wanted : new URL(wanted.pathname + wanted.search, stand)
    const sent = Object.fromEntries(new Headers(headers))
    const call = {
      url: target.href,
      method,
      headers: sent,
      body: body === undefined || body === null ? '' : String(body),
      signal,
    }
    const answer = await outbound.send(call).catch((error: unknown) => {
      signal?.throwIfAborted()
      // As `fetch` says it: the libraries tell it from an answer.
      throw new TypeError(`${wanted.origin} cannot be reached`, { cause: error })
    })
    return responseOf(answer)
  }
}

function responseOf({ status, headers, text }: OutboundAnswer): Response {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )
  return new Response(EMPTY.has(status) ? null : text, { status, headers: fields })
}
