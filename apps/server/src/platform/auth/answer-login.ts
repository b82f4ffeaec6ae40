import type { SecondFactorAsked, User } from '@tradeloom/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberDevice } from './known-device.ts'
import type { SignedIn } from './login-opener.ts'

export interface LoginAnswer {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whether cookies are sent over TLS only. */
  readonly isSecure: boolean
}

/** Signs the browser in, or asks it for a second factor with status 202 and without a cookie. */
export function answerLogin(opened: SignedIn | SecondFactorAsked, answer: LoginAnswer): User | SecondFactorAsked {
  if ('user' in opened) return enterBrowser(opened, answer).user
  answer.reply.code(202)
  return opened
}

/** Returns the id by which the browser is known from now on, too. */
export function enterBrowser(
  { user, cookies }: SignedIn,
  { request, reply, isSecure }: LoginAnswer,
): { readonly user: User; readonly deviceId: string } {
  reply.header('set-cookie', cookies)
  return { user, deviceId: rememberDevice(request, reply, user.id, isSecure) }
}
