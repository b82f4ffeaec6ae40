import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { constants } from 'node:zlib'

/** The editor's and the charts' workers start from blobs, and both set styles on elements; no script is ever inline. */
const POLICY = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

export async function addWebHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    // Answers differ by who asks; no cache on the way may keep them. Files of the web app say otherwise.
    reply.header('cache-control', 'no-store')
  })
}

/**
 * Answers hold no secrets that a stranger could guess by their compressed length: logins and keys travel in cookies
 * only. Files of the web app are compressed when they are built.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // The default, 11, takes seconds for what a chart needs.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
    // A small body must not become a large one.
    globalDecompression: false,
  })
}
