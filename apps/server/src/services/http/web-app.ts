import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../app-error.ts'

/** Calls of programs, where a page as an answer would only confuse. */
const NO_PAGE = /^\/(api|public-api|assets|socket|healthz)(\/|\?|$)/

/** Serves the built web app: files as they are, and its one page for every address that is a screen. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const isBuilt = existsSync(page)
  if (isBuilt) await serveFiles(app, folder)
  app.setNotFoundHandler((request, reply) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || NO_PAGE.test(request.url)) {
      throw new AppError('not-found', 'not-found', `There is nothing at ${request.method} ${request.url.slice(0, 200)}`)
    }
    if (!isBuilt) {
      throw new AppError('not-found', 'web-app-missing', 'The web app is not built; npm start builds it.')
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
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
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
