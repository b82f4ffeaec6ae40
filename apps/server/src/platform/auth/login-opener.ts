import type { SecondFactorAsked, User } from '@tradeloom/contracts'
import { type Drizzle, recordAudit, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../errors/app-error.ts'
import type { Auth } from './auth.ts'
import type { LoginChallenges } from './login-challenges.ts'
import { isFirstOnly, type LoginMethod } from './login-method.ts'
import type { LoginRequest } from './login-request.ts'
import { type Profile, toUser } from './rights.ts'
import { factorsOf, isRemembered } from './factors-of.ts'
import { readUser } from './user-reader.ts'

const { logins, users } = schema

export interface SignedIn {
  readonly user: User
  /** `Set-Cookie` values for the browser. */
  readonly cookies: string[]
}

/** How and when a user has shown who they are. */
export interface ShownBefore {
  /** Null: now. */
  readonly at?: number | null
  /** Whether what was shown still counts: a password can be replaced while it is checked. */
  readonly stillCounts?: () => Promise<boolean>
}

export interface LoginOpenerDeps {
  readonly auth: Auth
  readonly db: Drizzle
  readonly challenges: LoginChallenges
  readonly profile: Profile
  readonly now: () => number
}

/** The one place where logins begin. */
export class LoginOpener {
  readonly #deps: LoginOpenerDeps
  /** Told of logins in browsers that the account was not used in before. */
  onNewDevice: (userId: string, request: LoginRequest) => Promise<void> = async () => {}

  constructor(deps: LoginOpenerDeps) {
    this.#deps = deps
  }

  /**
   * Opens a login for a user who has shown `method`, or asks for a second factor. Everything that signs somebody in
   * ends here, so that nothing can forget to ask.
   */
  async openLogin(
    userId: string,
    method: LoginMethod,
    request: LoginRequest,
    { at: shownAt = null, stillCounts = async () => true }: ShownBefore = {},
  ): Promise<SignedIn | SecondFactorAsked> {
    const { auth, db, challenges, profile, now } = this.#deps
    if (isFirstOnly(method)) {
      const methods = await factorsOf(db, userId)
      if (methods.length > 0 && !(await isRemembered(db, userId, request.device, now()))) {
        const challenge = await challenges.create({ purpose: 'second-factor', userId, method, request })
        if (await stillCounts()) return { challenge, methods }
        await challenges.use(challenge)
        throw wrongLogin()
      }
    }
    const answer = await auth.api.createLogin({
      body: { userId, ipAddress: request.address, userAgent: request.userAgent.slice(0, MAX_AGENT), method },
      returnHeaders: true,
    })
    if (!(await stillCounts())) {
      await db.delete(logins).where(eq(logins.id, answer.response.id))
      throw wrongLogin()
    }
    if (shownAt !== null && shownAt < now()) {
      const verifiedAt = new Date(shownAt)
      await db.update(logins).set({ verifiedAt }).where(eq(logins.id, answer.response.id))
    }
    await db
      .update(users)
      .set({ lastLoginAt: new Date(now()) })
      .where(eq(users.id, userId))
    const line = { actor: userId, via: 'web', action: 'login', object: userId, address: request.address } as const
    await recordAudit(db, { ...line, detail: { method } }, now)
    if (request.device?.userId !== userId && !method.startsWith('registration')) {
      await this.onNewDevice(userId, request)
    }
    const row = await readUser(db, userId, now())
    if (!row) throw notFound('User')
    return { user: toUser(profile, row), cookies: answer.headers.getSetCookie() }
  }
}

/** Characters of what a browser says about itself. */
const MAX_AGENT = 512

export function wrongLogin(): AppError {
  return new AppError('unauthenticated', 'wrong-login', 'Wrong user name or password')
}
