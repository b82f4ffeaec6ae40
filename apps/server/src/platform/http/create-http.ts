import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type AuditEntry, type Drizzle, newId } from '@tradeloom/database'
import type { Config } from '../../config.ts'
import type { ApiAccessParts } from '../api/api-access.ts'
import type { UsersService } from '../auth/users.service.ts'
import { checkFactors } from './check-factors.ts'
import { killAddress } from './kill-address.ts'
import type { FairQueue } from './fair-queue.ts'
import { checkRequests } from './check-requests.ts'
import type { HeldPort } from '../../start/hold-port.ts'
import { databaseAway, type DatabaseState, replyToError } from './reply-to-error.ts'
import { type Handlers, registerRoutes } from './route.ts'
import { limitRequests } from './request-limits.ts'
import { serveKillDoor } from './serve-kill-door.ts'
import { serveWebApp } from './web-app.ts'
import { addWebHeaders, compressAnswers } from './web-headers.ts'

/** A script has at most 256 kB, and JSON may take six bytes for each character. */
const BODY_LIMIT = 2 * 1024 * 1024

export interface HttpOptions {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly handlers: Handlers
  readonly users: UsersService
  readonly db: Drizzle
  readonly api: ApiAccessParts
  readonly audit: (entry: AuditEntry) => Promise<void>
  readonly database: DatabaseState
  readonly port: HeldPort
  readonly checkResponses: boolean
  readonly heavyWork: FairQueue
  readonly cookieSecret: string
  readonly isOwnHost: (host: string | undefined) => boolean
  /** Called when a page has asked the guardian to close accounts down. */
  readonly onKillRequest: () => void
  readonly now: () => number
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { config, database } = options
  const app = Fastify({
    loggerInstance: options.logger,
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // Malformed addresses are answered before any hook.
    frameworkErrors: (error, request, reply) => void replyToError(error, request, reply, database),
    // The port was bound before anything else was started.
    serverFactory: () => options.port.server,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  app.setErrorHandler((error, request, reply) => replyToError(error, request, reply, database))
  parseJson(app)
  await addWebHeaders(app, config.publicUrl?.startsWith('https:') ?? false)
  checkRequests(app, config.publicUrl, options.isOwnHost)
  logRequests(app)
  refuseWithoutDatabase(app, database)
  await app.register(cookie, { secret: options.cookieSecret })
  await limitRequests(app, config.requestsPerMinute)
  await compressAnswers(app)
  await app.register(multipart, {
    limits: { fileSize: config.uploadLimitBytes, files: 100, fields: 20, fieldSize: 65_536 },
  })
  const { handlers, users, db, api, checkResponses, heavyWork } = options
  const isWhole = config.services.has('http')
  registerRoutes(app, isWhole ? handlers : { health: handlers.health }, {
    db,
    api,
    checkResponses,
    heavyWork,
    loginOf: (request) => users.loginOf(request.headers),
    audit: options.audit,
    checkFactors: (name, login) => checkFactors(db, config, name, login),
    now: options.now,
  })
  serveKillDoor(app, { dataDir: config.dataDir, now: options.now, onRequest: options.onKillRequest })
  if (isWhole) await serveWebApp(app, config.webFolder, killAddress(config, options.port.url)?.url ?? null)
  return app
}

/** Parses JSON as Fastify does, but accepts an empty body with the JSON content type, and leaves signed texts as they are. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ((request.routeOptions.config as { isRaw?: boolean }).isRaw === true) done(null, body)
    else if (body === '') done(null)
    else void parse(request, body as string, done)
  })
}

/** Answers 503 at once while the database is away, except for health and the files of the web app. */
function refuseWithoutDatabase(app: FastifyInstance, database: DatabaseState): void {
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions
    if (url !== undefined && /^\/(api|public-api|login|oauth)\b/.test(url) && database.sinceAway() === 0)
      throw databaseAway()
  })
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      // Without the query, which may contain what a user typed.
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode === 500) request.log.warn(fields, 'request')
    else request.log.debug(fields, 'request')
  })
}
