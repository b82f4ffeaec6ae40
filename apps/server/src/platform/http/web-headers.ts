import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { constants } from 'node:zlib'
import { BROTLI_QUALITY, COMPRESSED_BYTES, GZIP_LEVEL } from './encodings.ts'

/** Workers of the editor and the charts start from blobs, and both set inline styles; scripts are never inline. */
const POLICY = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
  workerSrc: ["'self'", 'blob:'],
  // With the socket of the same site.
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** What browsers heed in answers with documents and with data, not with the scripts, styles and fonts of a page. */
const NOT_FOR_PARTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  // A part whose name contains a hash of its content never changes.
  'etag',
  'last-modified',
  'accept-ranges',
]
/** Workers are governed by the policy that comes with their own script. */
const PARTS = /^(?!.*worker).*\.(js|css|woff2|ttf)(\.br|\.gz)?$/

/** Leaves out, from a file whose name contains a hash, headers without effect: together they are larger than many a file. */
export function slimHeaders(reply: FastifyReply, file: string): void {
  if (!PARTS.test(file)) return
  for (const name of NOT_FOR_PARTS) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}

/** Lets pages elsewhere show this one. */
export function allowFrames(reply: FastifyReply): void {
  reply.removeHeader('x-frame-options')
  reply.raw.removeHeader('x-frame-options')
  changePolicy(reply, "frame-ancestors 'none'", 'frame-ancestors *')
}

/** Lets this page use what listens at another origin. Only pages say so: all answers together would grow by kilobytes. */
export function allowConnections(reply: FastifyReply, origin: string): void {
  changePolicy(reply, "connect-src 'self'", `connect-src 'self' ${origin}`)
}

function changePolicy(reply: FastifyReply, part: string, changed: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? reply.raw.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(part, changed))
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
    // Responses depend on the login, so no cache may keep them; files of the web app override this.
    reply.header('cache-control', 'no-store')
  })
}

/**
 * Responses contain no secrets that an attacker could guess from compressed lengths: logins and keys travel in cookies
 * only. Files of the web app are compressed at build time.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
    // Prevents a small body from unpacking into a large one.
    globalDecompression: false,
  })
}
