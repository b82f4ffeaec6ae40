import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { uuid, WEB_ROUTES } from '@tradeloom/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../app-error.ts'

/** Calls of programs, where a page as an answer would only confuse. */
const NO_PAGE = /^\/+(api|public-api|assets|socket|healthz)(\/|$)/i

/** Serves the built web app: files as they are, and its one page for every address that is a screen. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await serveFiles(app, folder)
    for (const url of WEB_ROUTES.filter((path) => path !== '/')) {
      app.get(url, (request, reply) => {
        const ids = Object.values(request.params as Record<string, string>)
        return sendPage(reply, ids.every((id) => uuid.safeParse(id).success) ? 200 : 404)
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
    return sendPage(reply, 404)
  })
}

/** The page says itself that there is nothing; the status tells programs the same. */
function sendPage(reply: FastifyReply, status: 200 | 404): FastifyReply {
  reply.status(status).header('cache-control', status === 200 ? 'no-cache' : 'no-store')
  // What is not kept cannot be asked for again as unchanged, which would be an empty answer.
  return status === 200
    ? reply.sendFile('index.html')
    : reply.sendFile('index.html', { etag: false, lastModified: false })
}

function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  try {
    return !NO_PAGE.test(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
  } catch {
    return false
  }
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    preCompressed: existsSync(join(folder, 'index.html.br')),
    setHeaders: (reply, path) => {
      // Files carry a hash of their content in their names, so they can be kept for good; the page cannot.
      const isHashed = path.startsWith(join(folder, 'assets'))
      if (isHashed) reply.header('cache-control', 'public, max-age=31536000, immutable')
      else if (reply.statusCode !== 404) reply.header('cache-control', 'no-cache')
    },
  })
}
