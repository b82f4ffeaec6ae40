import { type Endpoint, type EndpointName, endpoints, type TwinName } from '@tradeloom/contracts'
import type { z } from 'zod'
import { ApiError, NO_CONNECTION, toApiError } from './api-error.ts'
import { keepReply, keptReply } from './kept-replies.ts'

type Entry<Name extends EndpointName> = (typeof endpoints)[Name]
export type Reply<Name extends EndpointName> = z.output<Entry<Name>['response']>

/** Required if the endpoint has this part, forbidden if it does not. */
type Part<Key extends string, Type> = undefined extends Type ? { [K in Key]?: Type } : { [K in Key]: Type }

export type CallInput<Name extends EndpointName> = Part<'params', z.input<Entry<Name>['params']>> &
  Part<'query', z.input<Entry<Name>['query']>> &
  Part<'body', z.input<Entry<Name>['body']>> &
  Options &
  (Name extends TwinName ? Twin : unknown)

interface Options {
  signal?: AbortSignal
  /** The tag of what was read: something else must not be overwritten. */
  ifMatch?: string
}

interface Twin {
  /** Asks the public twin of the endpoint, for what another user shares. */
  isShared?: boolean
}

interface LooseInput extends Twin, Options {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

let sessionEnded: (began: number) => void = () => {}

/** Registers what to do when a call that needs a login, and that began at `performance.now()`, is answered with 401. */
export function onSessionEnded(listener: (began: number) => void): void {
  sessionEnded = listener
}

let factorsRequired = (): void => {}

/** Registers what to do when the server refuses a call until two-factor login is on. */
export function onFactorsRequired(listener: () => void): void {
  factorsRequired = listener
}

let confirmLogin: () => Promise<boolean> = async () => false

/** Registers how a user shows again who they are; true when they have. The call that needs it is then repeated. */
export function onRecentLoginRequired(listener: () => Promise<boolean>): void {
  confirmLogin = listener
}

/** `/api/algorithm/:id` with parameters and query filled in; undefined query values are omitted. */
export function endpointUrl(name: EndpointName, input: Pick<LooseInput, 'isShared' | 'params' | 'query'>): string {
  const path = pathOf(name, input.isShared).replace(/:(\w+)|\*/g, (_, key = '*') => {
    const value = input.params?.[key]
    if (value === undefined) throw new Error(`Call ${name} is missing the parameter ${key}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function pathOf(name: EndpointName, isShared = false): string {
  const entry = endpoints[name]
  return isShared && 'publicPath' in entry ? entry.publicPath : entry.path
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  if (!(response.headers.get('content-type') ?? '').includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Calls an endpoint of the contract; input and reply are typed, the reply is validated.
 * @throws {ApiError} with the server's text, the specification's fallback, or 'Unable to connect to server'.
 */
export async function call<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<Reply<Name>> {
  return (await callTagged(name, input)).reply
}

/** The schemas of rare calls are loaded with the first one; see `rare-contracts.ts`. */
async function replySchema(name: EndpointName): Promise<z.ZodType> {
  const entry: Endpoint & { readonly whole?: () => Promise<Endpoint> } = endpoints[name]
  return (await (entry.whole?.() ?? entry)).response
}

/** Like `call`, with the tag of the answer, which a later change names. */
export async function callTagged<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
): Promise<{ readonly reply: Reply<Name>; readonly tag: string | null }> {
  const entry = endpoints[name]
  const { isShared = false, params, query, body, signal, ifMatch } = input as LooseInput
  const hasBody = entry.method !== 'GET' && body !== undefined
  // The browser sets the content type of a form, with its boundary.
  const isForm = body instanceof FormData
  const url = endpointUrl(name, { isShared, ...(params && { params }), ...(query && { query }) })
  const kept = entry.method === 'GET' ? keptReply(url) : undefined
  const schema = replySchema(name)
  // Whether that fails matters once there is a reply.
  schema.catch(() => {})
  const init: RequestInit = {
    method: entry.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(hasBody && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(kept ? { 'if-none-match': kept.etag } : {}),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(hasBody ? { body: isForm ? body : JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }
  const began = performance.now()
  let response: Response
  try {
    response = await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(NO_CONNECTION, 0, 'no-connection')
  }
  const tag = response.headers.get('etag')
  if (response.status === 304 && kept) return { reply: kept.value as Reply<Name>, tag }
  const content = await readBody(response)
  if (!response.ok) {
    if (response.status === 401 && entry.auth !== 'public' && !isShared) sessionEnded(began)
    const error = toApiError(name, response.status, content)
    if (error.code === 'factors-required') factorsRequired()
    if (error.code === 'recent-login-required' && (await confirmLogin())) return callTagged(name, input)
    throw error
  }
  const parsed = (await schema).safeParse(content)
  if (!parsed.success) throw new ApiError('The server sent an unexpected reply', 200, 'bad-reply')
  keepReply(name, url, tag, parsed.data)
  return { reply: parsed.data as Reply<Name>, tag }
}
