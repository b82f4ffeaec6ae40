import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '@tradeloom/database'

/** A browser in which the user has signed in before: guesses of strangers elsewhere do not slow it down. */
export interface KnownDevice {
  readonly id: string
  readonly userId: string
}

const COOKIE = 'tradeloom.device'
const YEAR_S = 365 * 86_400

/** Read from a signed cookie; null without one. */
export function knownDevice(request: FastifyRequest): KnownDevice | null {
  const cookie = request.cookies[COOKIE]
  if (cookie === undefined) return null
  const { valid, value } = request.unsignCookie(cookie)
  const [userId, id] = valid ? value.split('.') : []
  return userId !== undefined && id !== undefined ? { id, userId } : null
}

/** Returns the id of the device. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  isSecure: boolean,
): string {
  const known = knownDevice(request)
  const id = known?.userId === userId ? known.id : newId()
  reply.setCookie(COOKIE, `${userId}.${id}`, {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/login',
    maxAge: YEAR_S,
  })
  return id
}
