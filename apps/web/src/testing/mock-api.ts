import { type EndpointName, endpoints, routes } from '@tradeloom/contracts'
import { vi } from 'vitest'
import type { z } from 'zod'
import { fieldErrors } from '../ui/field-errors.ts'
import { sampleOf } from './sample-of.ts'

type Endpoint<Name extends EndpointName> = (typeof endpoints)[Name]
type ReplyOf<Name extends EndpointName> = z.input<Endpoint<Name>['response']>

/** A call that the code under test made. */
export interface MockRequest {
  readonly name: EndpointName
  /** Whether it was made to the public twin. */
  readonly isShared: boolean
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A reply, or how to make it; a Response is sent as it is, for errors. */
export type MockReply<Name extends EndpointName> =
  | ReplyOf<Name>
  | ((request: MockRequest) => ReplyOf<Name> | Response | Promise<ReplyOf<Name> | Response>)

export type MockReplies = { readonly [Name in EndpointName]?: MockReply<Name> }

interface MockApi {
  /** Every call so far, oldest first. */
  readonly requests: readonly MockRequest[]
  /** Calls of one endpoint. */
  readonly requestsOf: (name: EndpointName) => readonly MockRequest[]
  /** Replaces replies from now on. */
  readonly use: (replies: MockReplies) => void
}

/** A valid reply of an endpoint, made from its contract, with `changes` on top. */
export function sampleReply<Name extends EndpointName>(name: Name, changes: object = {}): ReplyOf<Name> {
  const sample = sampleOf(endpoints[name].response)
  const isRecord = typeof sample === 'object' && !Array.isArray(sample)
  return (isRecord ? Object.assign({}, sample, changes) : sample) as ReplyOf<Name>
}

/** An error reply as the server sends it. */
export function errorReply(
  status: number,
  body: { readonly code: string; readonly message: string; readonly details?: unknown },
): Response {
  const kind = status === 401 ? 'unauthenticated' : 'invalid-input'
  return Response.json({ kind, ...body }, { status })
}

/**
 * Replaces `fetch` by a server made from the contracts: every endpoint answers with a valid sample unless a test says
 * otherwise. Invalid requests are answered with 400 and the contract's field errors; invalid replies become errors.
 */
export function mockApi(replies: MockReplies = {}): MockApi {
  const requests: MockRequest[] = []
  let current = replies
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = toRequest(url, init)
    if (request === null) return errorReply(404, { code: 'not-found', message: `Nothing at ${url}` })
    requests.push(request)
    const { body } = endpoints[request.name] as { readonly body?: z.ZodType }
    const fields = body === undefined || request.body instanceof FormData ? {} : fieldErrors(body, request.body)
    const [message] = Object.values(fields)
    if (message !== undefined) {
      return Response.json({ code: 'invalid-input', kind: 'invalid-input', message, fields }, { status: 400 })
    }
    return replyTo(request, current)
  })
  return {
    requests,
    requestsOf: (name) => requests.filter((request) => request.name === name),
    use: (changes) => {
      current = { ...current, ...changes }
    },
  }
}

async function replyTo(request: MockRequest, replies: MockReplies): Promise<Response> {
  const given = replies[request.name] as MockReply<EndpointName> | undefined
  const reply = typeof given === 'function' ? await given(request) : (given ?? sampleReply(request.name))
  if (reply instanceof Response) return reply
  const parsed = endpoints[request.name].response.safeParse(reply)
  if (parsed.success) return Response.json(reply)
  return errorReply(500, { code: 'bad-mock', message: `Invalid mock of ${request.name}: ${parsed.error.message}` })
}

interface Pattern {
  readonly name: EndpointName
  readonly isShared: boolean
  readonly method: string
  readonly path: RegExp
}

/** Paths without parameters first: `/api/backtests/latest` before `/api/backtests/:id`. */
const PATTERNS: readonly Pattern[] = routes
  .toSorted((left, right) => left.path.split(':').length - right.path.split(':').length)
  .map(({ name, method, path, isPublicTwin }) => ({
    name,
    isShared: isPublicTwin,
    method,
    path: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace('*', '(?<REST>.+)')}$`),
  }))

function toRequest(url: string, { method = 'GET', body }: RequestInit): MockRequest | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  for (const pattern of PATTERNS) {
    const match = pattern.method === method ? pattern.path.exec(pathname) : null
    if (match === null) continue
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [
      key === 'REST' ? '*' : key,
      decodeURIComponent(value),
    ])
    return {
      name: pattern.name,
      isShared: pattern.isShared,
      params: Object.fromEntries(params) as Record<string, string>,
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    }
  }
  return null
}
