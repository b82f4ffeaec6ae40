import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type KnownDevice, knownDevice } from './known-device.ts'

/** The browser that asks for a login. */
export interface LoginRequest {
  readonly address: string
  readonly userAgent: string
  readonly device: KnownDevice | null
  /** Tells it from other browsers: whoever steals a challenge cannot answer it elsewhere. */
  readonly browser: string
}

const COOKIE = 'tradeloom.browser'

export function loginRequest(request: FastifyRequest): LoginRequest {
  const userAgent = request.headers['user-agent'] ?? ''
  const browser = createHash('sha256')
    .update(`${request.cookies[COOKIE] ?? ''}\n${userAgent}`)
    .digest('hex')
  return { address: request.ip, userAgent, device: knownDevice(request), browser }
}

/** Gives the browser something that others cannot know, before anybody logs in with it. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  if (request.cookies[COOKIE] !== undefined) return
  reply.setCookie(COOKIE, randomBytes(32).toString('base64url'), {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
  })
}
