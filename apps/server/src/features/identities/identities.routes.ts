import type { NameAsked, SecondFactorAsked, User } from '@tradeloom/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerLogin, enterBrowser } from '../../platform/auth/answer-login.ts'
import { loginRequest } from '../../platform/auth/login-request.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IdentitiesService } from './identities.service.ts'
import type { IssuerClients, Shown } from './issuer-clients.ts'
import type { IssuerList } from './issuer-list.ts'
import { nonceOf } from '../../platform/auth/nonce-cookie.ts'
import type { Returns } from './returns.ts'
import type { SignInCookie } from './sign-in-cookie.ts'
import { isFirstUse } from './used-once.ts'

type IdentityHandlers = Pick<
  Handlers,
  | 'startSignIn'
  | 'returnFromIssuer'
  | 'signInWithToken'
  | 'enterWithIdentity'
  | 'registerWithIdentity'
  | 'listIdentities'
  | 'beginIdentity'
  | 'linkIdentity'
  | 'unlinkIdentity'
>

export interface IdentityParts {
  readonly list: IssuerList
  readonly clients: IssuerClients
  readonly cookie: SignInCookie
  readonly returns: Returns
  readonly identities: IdentitiesService
  /** Called with the id of a new user. */
  readonly registered: (userId: string) => Promise<void>
}
type Deps = Pick<Platform, 'db' | 'isSecure' | 'now'>

export function identityHandlers(platform: Deps, parts: IdentityParts): IdentityHandlers {
  return { ...signInHandlers(platform, parts), ...ownHandlers(parts) }
}

function signInHandlers({ db, isSecure, now }: Deps, parts: IdentityParts) {
  const { list, clients, cookie, returns, identities, registered } = parts
  const enter = async (shown: Shown, request: FastifyRequest, reply: FastifyReply): Promise<User | SecondFactorAsked> =>
    answerLogin(await identities.enter(shown, loginRequest(request)), { request, reply, isSecure })
  const askName = (asked: NameAsked, reply: FastifyReply): NameAsked => {
    reply.code(202)
    return asked
  }
  return {
    async startSignIn({ params, query, request, reply }) {
      const { return: returnTo, invitation = null } = query
      const begun = { network: params.network, purpose: 'login', userId: null, invitation, returnTo } as const
      const page = returns.begin(begun, request, reply).catch((error: unknown) => returns.fail(begun, error, reply))
      reply.redirect(await page)
    },
    async returnFromIssuer({ params, request, reply }) {
      reply.redirect(await returns.finish(params.network, request, reply))
    },
    async signInWithToken({ body, request, reply }) {
      const issuer = await list.find(body.network)
      const nonce = nonceOf(request)
      if (nonce === null) throw tokenRefused()
      const { shown, expires } = await clients.verify(issuer, body.accessToken, nonce)
      if (!(await isFirstUse(db, body.accessToken, expires, now()))) throw tokenRefused()
      const asked = await identities.nameAsked(shown)
      if (asked === null) return enter(shown, request, reply)
      await cookie.write(reply, { step: 'shown', purpose: 'login', userId: null, invitation: null, shown })
      return askName(asked, reply)
    },
    async enterWithIdentity({ request, reply }) {
      const back = await returns.look('login', request, reply)
      const asked = await identities.nameAsked(back.shown)
      if (asked !== null) return askName(asked, reply)
      await returns.use(back, reply)
      return enter(back.shown, request, reply)
    },
    async registerWithIdentity({ body, request, reply }) {
      const back = await returns.look('login', request, reply)
      const { shown, invitation } = back
      const entered = await identities.register(shown, body, invitation ?? undefined, loginRequest(request))
      await returns.use(back, reply)
      const { user } = enterBrowser(entered, { request, reply, isSecure })
      await registered(user.id)
      return user
    },
  } satisfies Partial<IdentityHandlers>
}

function ownHandlers({ returns, identities }: IdentityParts) {
  return {
    listIdentities: ({ userId }) => identities.list(userId),
    async beginIdentity({ userId, body, request, reply, weaken }) {
      const { network, purpose, return: returnTo } = body
      if (purpose === 'link') weaken()
      const begun = { network, purpose, userId, invitation: null, returnTo }
      return { url: await returns.begin(begun, request, reply) }
    },
    async linkIdentity({ userId, body, request, reply }) {
      const back = await returns.look('link', request, reply)
      if (back.userId !== userId || back.shown.network !== body.network) throw tokenRefused()
      await returns.use(back, reply)
      return identities.link(userId, back.shown)
    },
    async unlinkIdentity({ userId, params }) {
      await identities.unlink(params.id, userId)
      return { ok: true as const }
    },
  } satisfies Partial<IdentityHandlers>
}

function tokenRefused(): AppError {
  return new AppError('invalid-input', 'identity-refused', 'This sign-in cannot be accepted. Please sign in again.')
}
