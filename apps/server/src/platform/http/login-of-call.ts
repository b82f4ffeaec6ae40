import { endpoints, type EndpointName } from '@tradeloom/contracts'
import type { Drizzle } from '@tradeloom/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiAccessParts } from '../api/api-access.ts'
import { sentKey } from '../api/api-credential.ts'
import { requireScope } from '../api/api-logins.ts'
import type { CreditState } from '../api/credits.ts'
import { refuseTradingOfKeys } from '../api/refuse-trading.ts'
import type { Login } from '../auth/login.ts'
import { AppError } from '../errors/app-error.ts'

export interface KeyDeps {
  readonly db: Drizzle
  readonly api: Pick<ApiAccessParts, 'logins' | 'credits'>
}

/** Who calls with a key, after scope and credits were checked; null without a key. */
export async function loginOfKey(
  name: EndpointName,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, api }: KeyDeps,
): Promise<Login | null> {
  if (sentKey(request.headers) === null) return null
  const { api: terms } = endpoints[name]
  if (!terms) throw new AppError('forbidden', 'not-for-keys', 'Access keys may not be used for this call')
  const login = await api.logins.loginOf(request.headers, request.ip)
  if (login === null) return null
  requireScope(login.api, terms.scope)
  if (terms.scope === 'trade') await refuseTradingOfKeys(db, login.user.id)
  const { credits } = login.api
  const state = await api.credits.spend(login.user.id, credits, terms.cost)
  setCreditHeaders(reply, state, credits)
  if (!state.isEnough) throw noCredits(state)
  return login
}

function setCreditHeaders(reply: FastifyReply, { used, reset }: CreditState, available: number | null): void {
  reply.header('x-credits-used', String(used))
  reply.header('x-credits-available', available === null ? 'unlimited' : String(available))
  // UTC seconds.
  reply.header('x-credits-reset', String(Math.ceil(reset / 1000)))
}

function noCredits({ used, reset }: CreditState): AppError {
  const retryAfter = Math.max(1, Math.ceil((reset - Date.now()) / 1000))
  const message = `The credits of your package are used up: ${used.toLocaleString('en-US')} in the last 30 days`
  return new AppError('limit', 'no-credits', message, { retryAfter, details: { used } })
}
