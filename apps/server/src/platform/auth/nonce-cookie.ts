import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'tradeloom.nonce'

/** Gives the browser what tokens that it brings have to carry. Its pages read it, to ask an issuer for such tokens. */
export function markNonce({ cookies }: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  if (cookies[COOKIE] !== undefined) return
  const nonce = randomBytes(32).toString('base64url')
  reply.setCookie(COOKIE, nonce, { httpOnly: false, sameSite: 'lax', secure: isSecure, path: '/' })
}

/** Null without one: then no token fits. */
export function nonceOf({ cookies }: FastifyRequest): string | null {
  const nonce = cookies[COOKIE] ?? ''
  return nonce.length >= 32 ? nonce : null
}
