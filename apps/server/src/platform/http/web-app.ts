import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { uuid } from '@tradeloom/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors/app-error.ts'
import { allowConnections, allowFrames, slimHeaders } from './web-headers.ts'

/** Paths for programs, which never get a page. */
const NO_PAGE = /^\/+(api|public-api|assets|chart|socket|kill|healthz|documentation\/+includes)(\/|$)/i

/** What a parameter of a page's address may be, by name; all others are UUIDs. Anything else is answered with 404. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  /** A UUID, or the key of a system indicator. */
  indicatorId: /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[A-Za-z_$][\w$]{0,39})$/,
  /** `SYMBOL:BROKER`. */
  instrumentId: /^[A-Z\d][A-Z\d._-]{0,39}:[A-Z\d][A-Z\d._-]{0,39}$/,
  /** What users call their dashboards. */
  layoutName: /^[^/\\]{1,40}$/u,
  slug: /^[a-z\d][a-z\d-]{0,63}$/,
  /** What layouts call panels. */
  view: /^[a-z][a-z\d-]{0,63}$/,
}

/** Pages that are parts of pages elsewhere: they show what is public, and nothing can be done in them. */
const EMBEDDED: ReadonlySet<string> = new Set(['/embed/chart'])

/** Pages that only visitors see: users are sent on to another one, and would load the parts of this one for nothing. */
const FOR_VISITORS: ReadonlySet<string> = new Set(['/'])

/**
 * Serves the built web app: its files, and its single page for the address of every screen. `guardian`: where pages use the
 * switch past this server; null if they do not.
 */
export async function serveWebApp(app: FastifyInstance, folder: string, guardian: string | null): Promise<void> {
  const notFoundPage = join(folder, 'index.html')
  const isBuilt = existsSync(notFoundPage)
  if (isBuilt) {
    await serveFiles(app, folder)
    for (const [url, page] of Object.entries(routesOf(folder))) {
      app.get(url, (request, reply) => {
        const parameters = Object.entries(request.params as Record<string, string>)
        const isScreen = parameters.every(([name, value]) => isParameter(name, value))
        if (guardian !== null) allowConnections(reply, guardian)
        if (!isScreen) return sendNotFound(reply, notFoundPage)
        if (EMBEDDED.has(url)) allowFrames(reply)
        return reply.sendFile(FOR_VISITORS.has(url) && mayBeUser(request) ? basename(notFoundPage) : page)
      })
    }
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) {
      throw new AppError('not-found', 'not-found', `There is nothing at ${request.method} ${request.url.slice(0, 200)}`)
    }
    if (!isBuilt) {
      throw new AppError('not-found', 'web-app-missing', 'The web app is not built; npm start builds it.')
    }
    return sendNotFound(reply, notFoundPage)
  })
}

/** Without the cookie of a login there is certainly no user; whether one is still valid, only the database knows. */
function mayBeUser({ headers }: FastifyRequest): boolean {
  return headers.cookie?.includes('tradeloom.session_token') ?? false
}

/** The pages of the app's screens by address, as listed by its build: each loads the code of its screen. */
function routesOf(folder: string): Record<string, string> {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8')))
}

function isParameter(name: string, value: string): boolean {
  return PARAMETERS[name]?.test(value) ?? uuid.safeParse(value).success
}

/**
 * The page itself reports that nothing was found; the status reports it to programs. Always sent in full: a 304 would lose the
 * status.
 */
function sendNotFound(reply: FastifyReply, page: string): FastifyReply {
  return reply.status(404).type('text/html; charset=utf-8').send(readFileSync(page))
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.replace(/^https?:\/\/[^/?#]*/i, '').split('?')[0] ?? ''
  try {
    return !NO_PAGE.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    // Pages have the addresses of their screens.
    index: false,
    globIgnore: ['index.html', 'pages/**'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // File names contain a hash of the content, so they can be cached forever; the page cannot.
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isHashed) slimHeaders(reply, basename(path))
      // Files of an unknown type would be compressed again.
      if (path.endsWith('.tgz')) reply.header('content-type', 'application/gzip')
    },
  })
}
