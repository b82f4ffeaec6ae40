import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../../faults/fault.ts'
import { type Answer, answerFaultily, type FaultWords, readBody } from '../../faults/faulty-answer.ts'
import { Params } from './params.ts'
import { retryAfter, type RateLimits } from './rate-limits.ts'
import type { Route, Routes } from './route.ts'
import { VenueError } from './venue-error.ts'

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
  /** Requests of a key that carry no signature. */
  readonly keyed?: Routes<Caller>
  /** Throws unless the request is signed by a key that the venue knows. */
  authenticate(request: RawRequest, params: Params): Caller
  /** Throws unless the venue knows the key. */
  recognize?(request: RawRequest): Caller
  /** The fault of a request, and what a fault changes besides its answer. */
  faultOf(name: string): Fault | null
  prepare(fault: Fault): void
  /** Calls `run` when that much lab time has passed. */
  later(ms: number, run: () => void): void
}

/** Answers one REST request, as planned. */
export async function answerRest<Caller>(
  context: RestContext<Caller>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://lab')
  const name = `${request.method} ${url.pathname}`
  const body = await readBody(request)
  const fault = context.faultOf(name)
  if (fault !== null) context.prepare(fault)
  const raw = { query: url.search.slice(1), body, apiKey: headerOf(request, 'x-mbx-apikey') }
  const exchange = { request, response, later: context.later }
  answerFaultily(fault, WORDS, exchange, () => execute(context, name, raw))
}

function execute<Caller>(context: RestContext<Caller>, name: string, raw: RawRequest): Answer {
  const { limits, open, signed, keyed = {} } = context
  let headers = limits.headers
  try {
    const params = Params.parse(raw.query, raw.body)
    const [free, own, known] = [open[name], signed[name], keyed[name]]
    const route = free ?? own ?? known
    if (route === undefined) return { status: 404, body: '<html><body>404 Not found</body></html>', headers }
    limits.use(typeof route.weight === 'number' ? route.weight : route.weight(params))
    headers = limits.headers
    if (free !== undefined) return { status: 200, body: take(free, params, null), headers }
    if (known && context.recognize) return { status: 200, body: take(known, params, context.recognize(raw)), headers }
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

const WORDS: FaultWords = {
  limited: (status, ms) => {
    const msg = status === 418 ? 'Way too many requests; IP banned.' : 'Too many requests; please use the websocket.'
    return { status, body: { code: -1003, msg }, headers: retryAfter(ms) }
  },
  forbidden: () => ({ status: 403, body: '<html><head><title>403 Forbidden</title></head></html>', headers: {} }),
  unavailable: () => ({ status: 503, body: { code: -1000, msg: 'Service Unavailable.' }, headers: {} }),
  unknownFate: () => {
    const msg = 'Unknown error, please check your request or try again later.'
    return { status: 503, body: { code: -1000, msg }, headers: {} }
  },
  duplicate: (answer) => ({ ...answer, status: 400, body: { code: -2010, msg: 'Duplicate order sent.' } }),
  chosen: (answer) => {
    const { status, ...body } = answer ?? { status: 500, code: -1000, msg: 'An unknown error occurred.' }
    return { status, body, headers: {} }
  },
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}
