import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, answerFaultily, type FaultWords, readBody, REFUSAL_MS } from '../../faults/faulty-answer.ts'
import type { FaultPlan } from '../../faults/fault-plan.ts'
import type { OandaVenue } from '../oanda-venue.ts'
import type { RequestLog } from '../../request-log.ts'
import type { LineStreams } from '../streams/line-streams.ts'
import type { StreamRoutes } from '../streams/stream-routes.ts'
import { accountProperties } from './account-routes.ts'
import { OandaError } from './oanda-error.ts'
import { findRoute, type OandaRequest, type RouteAnswer, type Routes } from './route.ts'

const SECOND = 1000

export interface ServerContext {
  readonly venue: OandaVenue
  readonly plan: FaultPlan
  readonly lines: LineStreams
  readonly log: RequestLog
  readonly tokens: ReadonlySet<string>
  readonly requestsPerSecond: number
}

/** Answers the requests of the REST host. */
export class OandaServer {
  readonly #context: ServerContext
  readonly #routes: Routes
  readonly #streams: StreamRoutes
  #requestId = 0
  #window = { start: 0, count: 0 }

  constructor(context: ServerContext, routes: Routes, streams: StreamRoutes) {
    this.#context = context
    this.#routes = {
      'GET /v3/accounts': ({ token }) => ({
        accounts: context.venue.accounts.filter((account) => account.token === token).map(accountProperties),
      }),
      ...routes,
    }
    this.#streams = streams
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://lab')
    const found = findRoute(this.#routes, request.method ?? '', url.pathname)
    const name = found?.name ?? `${request.method} ${url.pathname}`
    const text = await readBody(request)
    const { venue, plan, log } = this.#context
    const { clock } = venue
    log.note(name, nameIn(parse(text)))
    const fault = plan.ofRequest(name)
    if (fault?.do === 'skew') venue.skew += fault.ms ?? 0
    if (fault?.do === '429' || fault?.do === '418') log.forbid(fault.ms ?? REFUSAL_MS)
    const later = (ms: number, run: () => void): void => void clock.at(clock.now() + ms, run)
    answerFaultily(fault, WORDS, { request, response, later }, () =>
      this.#attempt(() => {
        this.#countRequest()
        const token = this.#tokenOf(request)
        if (found === null) throw new OandaError(404, 'Invalid URL')
        return this.#perform(found.route, { ...this.#read(found.named, url, token), body: this.#body(text) })
      }),
    )
  }

  /** Opens a stream on the streaming host. */
  stream(request: IncomingMessage, response: ServerResponse): void {
    const { plan, lines, log } = this.#context
    const url = new URL(request.url ?? '/', 'http://lab')
    const found = findRoute(this.#streams, request.method ?? '', url.pathname)
    const kind = url.pathname.endsWith('/pricing/stream') ? 'pricing' : 'transactions'
    log.note(found?.name ?? `${request.method} ${url.pathname}`)
    const fault = found === null ? null : plan.ofConnection(kind)
    if (fault?.do === 'close' || fault?.do === 'drop') return void request.socket.destroy()
    const refused = this.#attempt(() => {
      if (fault !== null && /^\d+$/.test(fault.do)) throw new OandaError(Number(fault.do), 'The stream was refused')
      const token = this.#tokenOf(request)
      if (found === null) throw new OandaError(404, 'Invalid URL')
      if (lines.isFull(token)) throw new OandaError(429, 'Too many open streams')
      const source = found.route({ ...this.#read(found.named, url, token), body: null })
      lines.accept(response, source, fault)
      return { status: 200, body: {} }
    })
    if (!response.headersSent)
      response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify(refused.body))
  }

  #attempt(work: () => RouteAnswer): Answer {
    const headers = { requestid: String(++this.#requestId) }
    try {
      return { ...work(), headers }
    } catch (error) {
      if (!(error instanceof OandaError)) throw error
      return { status: error.status, body: error.body, headers }
    }
  }

  #perform(route: Routes[string], request: OandaRequest): RouteAnswer {
    const answer = route(request)
    const { status, body } = 'status' in answer && 'body' in answer ? answer : { status: 200, body: answer }
    // Lists of prices and candles have none.
    const isOfAccount = request.path['accountID'] !== undefined && !('prices' in body) && !('candles' in body)
    return { status, body: isOfAccount ? { ...body, lastTransactionID: request.account.lastId } : body }
  }

  #read(path: Readonly<Record<string, string>>, url: URL, token: string): Omit<OandaRequest, 'body'> {
    const { accounts } = this.#context.venue
    const id = path['accountID']
    const own = accounts.find((account) => (id === undefined ? account.token === token : account.id === id))
    if (own === undefined) throw new OandaError(400, "Invalid value specified for 'accountID'")
    if (own.token !== token) throw new OandaError(403, 'The provided request was forbidden.')
    return { path, query: url.searchParams, token, account: own }
  }

  #tokenOf(request: IncomingMessage): string {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined || !this.#context.tokens.has(token))
      throw new OandaError(401, 'Insufficient authorization to perform request.')
    return token
  }

  #body(text: string): unknown {
    if (text === '') return null
    const body = parse(text)
    if (body === null) throw new OandaError(400, 'Invalid JSON in the body of the request')
    return body
  }

  #countRequest(): void {
    const now = this.#context.venue.clock.now()
    if (now - this.#window.start >= SECOND) this.#window = { start: now - (now % SECOND), count: 0 }
    if (++this.#window.count > this.#context.requestsPerSecond) throw new OandaError(429, TOO_MANY)
  }
}

const TOO_MANY = 'The rate of requests exceeds the limit'

const WORDS: FaultWords = {
  limited: (status) => said(status, TOO_MANY),
  forbidden: () => said(403, 'The provided request was forbidden.'),
  unavailable: () => said(503, 'Service Unavailable'),
  unknownFate: () => said(502, 'Bad Gateway'),
  duplicate: (answer) => ({
    ...answer,
    status: 400,
    body: { errorCode: 'CLIENT_ORDER_ID_ALREADY_EXISTS', errorMessage: 'The Client Order ID is in use' },
  }),
  chosen: (answer) => {
    const { status, code, msg, data } = answer ?? { status: 500, code: '', msg: 'Internal Server Error' }
    return { ...said(status, msg), body: { ...data, ...(code === '' ? {} : { errorCode: code }), errorMessage: msg } }
  },
}

function said(status: number, errorMessage: string): Answer {
  return { status, body: { errorMessage }, headers: {} }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The name that a request gives to an order. */
function nameIn(body: unknown): readonly string[] {
  const { order } = (body ?? {}) as { readonly order?: { readonly clientExtensions?: { readonly id?: string } } }
  return [order?.clientExtensions?.id ?? []].flat()
}
