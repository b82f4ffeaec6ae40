import type { FastifyInstance } from 'fastify'

/** The editor's and the charts' workers start from blobs, and both set styles on elements; no script is ever inline. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('content-security-policy', POLICY)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-frame-options', 'DENY')
    reply.header('referrer-policy', 'same-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000')
    // Answers differ by who asks; no cache on the way may keep them.
    if (/^\/(api|public-api|login|healthz)/.test(request.url)) reply.header('cache-control', 'no-store')
  })
}
