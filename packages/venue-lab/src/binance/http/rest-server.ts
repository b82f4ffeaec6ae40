import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../faults/fault.ts'
import { Params } from './params.ts'
import { retryAfter, type RateLimits } from './rate-limits.ts'
import type { Route, Routes } from './route.ts'
import { VenueError } from './venue-error.ts'

const MAX_BODY_BYTES = 1024 * 1024
const OVERSIZED_BYTES = 4 * 1024 * 1024
/** How long a 429 or 418 lasts. */
export const REFUSAL_MS = 1000
const LATE_MS = 500

/** A request with everything that its signature covers. */
export interface RawRequest {
  readonly query: string
  readonly body: string
  readonly apiKey: string | null
}

export interface RestContext<Caller> {
  readonly limits: RateLimits
  readonly open: Routes<unknown>
  readonly signed: Routes<Caller>
  /** Throws unless the request is signed by a key that the venue knows. */
  authenticate(request: RawRequest, params: Params): Caller
  /** The fault of a request, and what a fault changes besides its answer. */
  faultOf(name: string): Fault | null
  prepare(fault: Fault): void
  /** Calls `run` when that much lab time has passed. */
  later(ms: number, run: () => void): void
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Answers one REST request, as planned. */
export async function answerRest<Caller>(
  context: RestContext<Caller>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://lab')
  const name = `${request.method} ${url.pathname}`
  const body = await read(request)
  const fault = context.faultOf(name)
  if (fault !== null) {
    context.prepare(fault)
    const refusal = refusalBy(fault)
    if (refusal !== null) return send(response, refusal)
    if (fault.do === 'stall' || fault.do === 'halfOpen') return
    if (fault.do === 'drop' || fault.do === 'close') return void request.socket.destroy()
  }
  const raw = { query: url.search.slice(1), body, apiKey: headerOf(request, 'x-mbx-apikey') }
  if (fault?.do === 'lateRequest')
    return context.later(fault.ms ?? LATE_MS, () => send(response, execute(context, name, raw)))
  const answer = execute(context, name, raw)
  if (fault === null) send(response, answer)
  else spoil(fault, answer, { request, response, later: context.later })
}

function execute<Caller>(context: RestContext<Caller>, name: string, raw: RawRequest): Answer {
  const { limits, open, signed } = context
  let headers = limits.headers
  try {
    const params = Params.parse(raw.query, raw.body)
    const [free, own] = [open[name], signed[name]]
    const route = free ?? own
    if (route === undefined) return { status: 404, body: '<html><body>404 Not found</body></html>', headers }
    limits.use(typeof route.weight === 'number' ? route.weight : route.weight(params))
    headers = limits.headers
    if (free !== undefined) return { status: 200, body: take(free, params, null), headers }
    const caller = context.authenticate(raw, params)
    const orders = own?.orders ?? 0
    if (orders > 0) {
      limits.useOrders(orders)
      headers = { ...headers, ...limits.orderHeaders }
    }
    return { status: 200, body: own && take(own, params, caller), headers }
  } catch (error) {
    if (!(error instanceof VenueError)) throw error
    return { status: error.status, body: error.body, headers: { ...headers, ...error.headers } }
  }
}

function take<Caller>(route: Route<Caller>, params: Params, caller: Caller): unknown {
  params.refuseOthers(route.takes)
  return route.answer(params, caller)
}

/** Answers that are given without carrying the request out. */
function refusalBy(fault: Fault): Answer | null {
  const headers = retryAfter(fault.ms ?? REFUSAL_MS)
  switch (fault.do) {
    case '429':
      return { status: 429, body: { code: -1003, msg: 'Too many requests; please use the websocket.' }, headers }
    case '418':
      return { status: 418, body: { code: -1003, msg: 'Way too many requests; IP banned.' }, headers }
    case '403':
      return { status: 403, body: '<html><head><title>403 Forbidden</title></head></html>', headers: {} }
    case 'refuse':
      return chosenBy(fault)
    case '503':
      return { status: 503, body: { code: -1000, msg: 'Service Unavailable.' }, headers: {} }
    default:
      return null
  }
}

function chosenBy({ answer }: Fault): Answer {
  const { status, ...body } = answer ?? { status: 500, code: -1000, msg: 'An unknown error occurred.' }
  return { status, body, headers: {} }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  later(ms: number, run: () => void): void
}

/** What happens to the answer of a request that was carried out. */
function spoil(fault: Fault, answer: Answer, { request, response, later }: Exchange): void {
  switch (fault.do) {
    case 'lostAck':
      return void request.socket.destroy()
    case 'delay':
      return later(fault.ms ?? LATE_MS, () => send(response, answer))
    case 'unknown503': {
      const msg = 'Unknown error, please check your request or try again later.'
      return send(response, { status: 503, body: { code: -1000, msg }, headers: {} })
    }
    case 'misreport':
      return send(response, chosenBy(fault))
    case 'duplicateId':
      return send(response, { ...answer, status: 400, body: { code: -2010, msg: 'Duplicate order sent.' } })
    case 'garbage':
      return send(response, { ...answer, body: `${JSON.stringify(answer.body).slice(0, 20)}\uFFFD` })
    case 'oversized':
      return send(response, { ...answer, body: { padding: 'x'.repeat(fault.bytes ?? OVERSIZED_BYTES) } })
    case 'cut': {
      const text = JSON.stringify(answer.body)
      response.writeHead(answer.status, { 'content-length': Buffer.byteLength(text) })
      return void response.write(text.slice(0, fault.bytes ?? 20), () => request.socket.destroy())
    }
    default:
      return send(response, answer)
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed) return
  const isText = typeof body === 'string'
  response
    .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json;charset=UTF-8', ...headers })
    .end(isText ? body : JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error('The body of a request is larger than 1 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
