import { endpoints } from '@tradeloom/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { isForeign } from './origin.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Signing out is a GET in the specification; another site must still not be able to trigger it. */
const CHANGES_BY_GET: ReadonlySet<string | undefined> = new Set([endpoints.logout.path])

/** Checks every request before anything else handles it. */
export function checkRequests(
  app: FastifyInstance,
  publicUrl: string | undefined,
  isOwnHost: (host: string | undefined) => boolean,
): void {
  app.addHook('onRequest', async (request) => {
    if (!isOwnHost(request.headers.host) || !isOwnTarget(request.raw.url ?? '', isOwnHost))
      throw unknownHostError(request)
    // The matched route, not the address, which has many spellings.
    const isSafe = SAFE_METHODS.includes(request.method) && !CHANGES_BY_GET.has(request.routeOptions.url)
    if (isSafe || !isForeign(request.headers, publicUrl)) return
    throw new AppError('forbidden', 'foreign-origin', 'This request came from a page of another site')
  })
}

/** A request target may be an absolute URL, which takes precedence over the Host header. */
function isOwnTarget(target: string, isOwnHost: (host: string | undefined) => boolean): boolean {
  if (target.startsWith('/') || target === '*') return true
  return isOwnHost(/^https?:\/\/([^/?#]*)/i.exec(target)?.[1])
}

function unknownHostError(request: FastifyRequest): AppError {
  const name = (request.headers.host ?? '').slice(0, 100)
  const text = `This server does not accept the name ${JSON.stringify(name)}. Its operator can allow it with PUBLIC_URL or ALLOWED_HOSTS`
  return new AppError('forbidden', 'unknown-host', text, { status: 421 })
}
