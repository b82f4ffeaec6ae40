import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  type Audited,
  type Endpoint,
  type EndpointName,
  endpoints,
  type Route,
  routes,
  takesIdempotencyKey,
} from '@tradeloom/contracts'
import type { AuditEntry, Drizzle } from '@tradeloom/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { administratorOnly, AppError, unauthenticated } from '../errors/app-error.ts'
import type { Login } from '../auth/login.ts'
import { requireRecentLogin } from '../auth/recent-login.ts'
import { BODY_LIMITS, CALL_LIMITS, SIGNED_CALLS } from './request-limits.ts'
import type { FairQueue } from './fair-queue.ts'
import { type KeyDeps, loginOfKey } from './login-of-call.ts'
import { answerOnce } from './answer-once.ts'
import { partiesOf } from './parties.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { notifyOfWeakening } from './notify-of-weakening.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

type Part<Name extends EndpointName, Key extends 'params' | 'query' | 'body'> = z.output<(typeof endpoints)[Name][Key]>

/** What a handler receives: the parsed request and the login. */
export interface Call<Name extends EndpointName> {
  readonly params: Part<Name, 'params'>
  readonly query: Part<Name, 'query'>
  readonly body: Part<Name, 'body'>
  /** Null for a visitor. */
  readonly login: Login | null
  /** Who is asking: null for a visitor, and for everybody on a public twin, which shows what everybody sees. */
  readonly viewerId: string | null
  /** Id of the user; throws 401 for a visitor. */
  readonly userId: string
  /**
   * Where the contract says `to-weaken`: throws unless the login is recent, before a protection is lowered. The user is told
   * with what changes, such as amounts, once the call has succeeded.
   */
  readonly weaken: (change?: string) => void
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Reply<Name extends EndpointName> = z.input<(typeof endpoints)[Name]['response']>
type Handler<Name extends EndpointName> = (call: Call<Name>) => Promise<Reply<Name> | ReadyAnswer<Reply<Name>>>

/** One handler for each endpoint of the contract: a missing one does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

export interface RouteOptions extends KeyDeps {
  /** By its cookies. */
  readonly loginOf: (request: FastifyRequest) => Promise<(Login & { readonly cookies: readonly string[] }) | null>
  /** Checks every response against the contract; only for tests, because it takes time. */
  readonly checkResponses: boolean
  /** Expensive requests wait their turn here. */
  readonly heavyWork: FairQueue
  readonly audit: (entry: AuditEntry) => Promise<void>
  /** Throws for a call that the operator allows with two factors only, of a login that has shown one. */
  readonly checkFactors: (name: EndpointName, login: Login) => Promise<void>
  readonly now: () => number
}

/** Prices, data grades and results: the server reads months or years of data for them, or unpacks megabytes. */
const HEAVY: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'historicalPrices',
  'getMarketQuality',
  'learnSpread',
  'getBacktest',
  'getBacktestMetrics',
  'getBacktestPositions',
  'getBacktestPositionPage',
  'getBacktestPositionWindow',
  'getBacktestPositionNeighbor',
  'getBacktestPlots',
  'getBacktestCharts',
  'getBacktestReport',
  'getBacktestLog',
  'saveVersion',
  'exportAlgorithm',
  'importAlgorithm',
  'detectImport',
  'exportMarketData',
  'createIndicator',
  'saveIndicator',
])

/** Registers the endpoints that have a handler: all of them, or only the health check. */
export function registerRoutes(app: FastifyInstance, handlers: Partial<Handlers>, options: RouteOptions): void {
  for (const route of routes) {
    const handler = handlers[route.name] as Handler<EndpointName> | undefined
    if (handler) registerRoute(app, route, handler, options)
  }
}

function registerRoute(
  app: FastifyInstance,
  { name, method, path, auth, query, isPublicTwin }: Route,
  handler: Handler<EndpointName>,
  options: RouteOptions,
): void {
  const { params, body, response, audit, recentLogin, weakens }: Endpoint = endpoints[name]
  app.route({
    method,
    url: path,
    ...(BODY_LIMITS[name] === undefined ? {} : { bodyLimit: BODY_LIMITS[name] }),
    config: SIGNED_CALLS.has(name)
      ? { rateLimit: false, isRaw: true }
      : CALL_LIMITS[name]
        ? { rateLimit: CALL_LIMITS[name] }
        : {},
    handler: async (request, reply) => {
      const ofKey = await loginOfKey(name, request, reply, options)
      const ofBrowser = ofKey || path === '/healthz' ? null : await options.loginOf(request)
      const login = ofKey ?? ofBrowser
      if (auth !== 'public' && !login) throw unauthenticated()
      if (auth === 'admin' && login?.user.isAdmin !== true) throw administratorOnly()
      if (login) await options.checkFactors(name, login)
      // An extended login needs new cookies; signing in and out set their own cookies.
      if (ofBrowser && ofBrowser.cookies.length > 0) reply.header('set-cookie', ofBrowser.cookies)
      let weakening: { readonly change?: string | undefined } | null = recentLogin === 'always' ? {} : null
      const requireRecent = (): void => {
        if (!login) throw unauthenticated()
        requireRecentLogin(login, options.now())
      }
      const call = {
        params: params.parse(request.params),
        query: query.parse(request.query),
        body: body.parse(request.body),
        login,
        viewerId: isPublicTwin ? null : (login?.user.id ?? null),
        get userId(): string {
          if (!login) throw unauthenticated()
          return login.user.id
        },
        weaken: (change?: string) => {
          requireRecent()
          weakening = { change }
        },
        request,
        reply,
      } as unknown as Call<EndpointName>
      // Before anything is looked up or kept for a call that is sent again.
      if (recentLogin === 'always') requireRecent()
      const work = async () => {
        const answer = HEAVY.has(name)
          ? await options.heavyWork.run(
              partiesOf(login?.user.id ?? null, request.ip),
              () => handler(call),
              () => reply.raw.destroyed,
            )
          : await handler(call)
        if (audit && reply.statusCode < 300) await options.audit(auditEntry(audit, call))
        if (weakens !== undefined && weakening !== null && reply.statusCode < 300)
          await notifyOfWeakening(options, {
            params: call.params,
            login,
            request,
            auth,
            subject: weakens,
            change: weakening.change,
          })
        if (options.checkResponses && reply.statusCode < 300 && !reply.sent) response.parse(plain(answer, reply))
        return answer
      }
      const key = request.headers['idempotency-key']
      if (key !== undefined) return sendOnce(name, call, String(key), work, options.db)
      const answer = await work()
      // A file or a stream: the handler has sent it and waited for its end.
      if (reply.sent) return reply
      if (!(answer instanceof ReadyAnswer)) return answer
      return reply.type(JSON_TYPE).send(answer.body)
    },
  })
}

/** Does a call once, however often it is sent with its key. */
async function sendOnce(
  name: EndpointName,
  call: Call<EndpointName>,
  key: string,
  work: () => Promise<unknown>,
  db: Drizzle,
): Promise<FastifyReply> {
  const endpoint: Endpoint = endpoints[name]
  if (!takesIdempotencyKey(endpoint)) {
    throw new AppError('invalid-input', 'no-idempotency', 'This call takes no Idempotency-Key')
  }
  const { userId, request, reply } = call
  const { method, url, body, headers } = request
  const bytes = request.isMultipart() ? headers['content-length'] : undefined
  const repeatable = { userId, key, method, url, body, bytes, showsOnce: endpoint.showsOnce === true }
  const {
    status,
    body: text,
    isRepeated,
  } = await answerOnce(db, repeatable, async () => {
    const answer = plain(await work(), reply)
    reply.removeHeader('content-encoding')
    return { status: reply.statusCode, body: JSON.stringify(answer ?? null) }
  })
  if (isRepeated) reply.header('idempotency-replayed', 'true')
  return reply.status(status).type(JSON_TYPE).send(text)
}

function auditEntry(
  { action, details = [] }: Audited,
  { params, body, login, request }: Call<EndpointName>,
): AuditEntry {
  const fields = (body ?? {}) as Readonly<Record<string, AuditEntry['detail'][string] | undefined>>
  return {
    actor: login?.user.id ?? null,
    via: login?.api ? 'api' : 'web',
    action,
    object: (params as { id?: string } | undefined)?.id ?? login?.user.id ?? null,
    address: request.ip,
    detail: Object.fromEntries(details.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
  }
}

/** The value as JSON, without undefined fields. */
function plain(answer: unknown, reply: FastifyReply): unknown {
  if (answer instanceof ReadyAnswer) return JSON.parse(plainText(answer, reply))
  return answer === undefined || typeof answer === 'string' ? answer : JSON.parse(JSON.stringify(answer))
}

function plainText({ body }: ReadyAnswer<unknown>, reply: FastifyReply): string {
  const encoding = reply.getHeader('content-encoding')
  const bytes = body ?? Buffer.of()
  return String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes)
}
