import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNotNull } from 'drizzle-orm'
import { codeGuessers } from '../../platform/auth/code-guessers.ts'
import { factorsOf } from '../../platform/auth/factors-of.ts'
import type { Login } from '../../platform/auth/login.ts'
import type { LoginChallenges } from '../../platform/auth/login-challenges.ts'
import type { LoginRequest } from '../../platform/auth/login-request.ts'
import type { PasskeySite } from '../../platform/auth/passkey-site.ts'
import type { Passkeys } from '../../platform/auth/passkeys.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import type { SecondFactors } from '../../platform/auth/second-factors.ts'
import type { IdentitiesService } from '../identities/identities.service.ts'
import type { Shown as ShownByIssuer } from '../identities/issuer-clients.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const { credentials, logins } = schema

export interface ConfirmationsDeps {
  readonly db: Drizzle
  readonly identities: Pick<IdentitiesService, 'networksOf' | 'confirm'>
  readonly challenges: LoginChallenges
  readonly passwords: Passwords
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly now: () => number
}

interface Shown {
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly assertion?: unknown
  readonly challenge?: string | undefined
  /** Whom an issuer has shown. */
  readonly identity?: ShownByIssuer | undefined
}

type ConfirmationMethod = 'password' | 'code' | 'backup-code' | 'passkey' | 'identity'

/** Users who show again who they are, before something that matters. */
export class Confirmations {
  readonly #deps: ConfirmationsDeps

  constructor(deps: ConfirmationsDeps) {
    this.#deps = deps
  }

  /** With what this user can, here. */
  async methods(userId: string, site: PasskeySite | null): Promise<ConfirmationMethod[]> {
    const { db, identities, passkeys } = this.#deps
    const hasPassword = and(eq(credentials.userId, userId), isNotNull(credentials.password))
    const [passwords, factors, keys, networks] = await Promise.all([
      db.$count(credentials, hasPassword),
      factorsOf(db, userId),
      passkeys.list(userId),
      identities.networksOf(userId),
    ])
    const hasPasskey = site !== null && keys.some(({ host }) => host === site.host)
    return [
      ...(passwords > 0 ? (['password'] as const) : []),
      ...factors.filter((one) => one !== 'passkey'),
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(networks.length > 0 ? (['identity'] as const) : []),
    ]
  }

  begin(userId: string, request: LoginRequest): Promise<string> {
    return this.#deps.challenges.create({ purpose: 'confirm', userId, request })
  }

  async confirm(login: Login, shown: Shown, site: PasskeySite | null, request: LoginRequest): Promise<void> {
    const { db, now } = this.#deps
    const shownAt = await this.#check(login.user.id, shown, site, request)
    await db
      .update(logins)
      .set({ verifiedAt: new Date(shownAt ?? now()) })
      .where(eq(logins.id, login.id))
  }

  /** Returns when it was shown, where that is not now. */
  async #check(
    userId: string,
    shown: Shown,
    site: PasskeySite | null,
    request: LoginRequest,
  ): Promise<number | undefined> {
    const { challenges, factors, identities, passkeys, passwords } = this.#deps
    const { password, code, assertion, challenge, identity } = shown
    if (identity !== undefined) return identities.confirm(userId, identity)
    if (password !== undefined) {
      await passwords.confirm(userId, password, request.address)
      return undefined
    }
    if (code !== undefined) {
      await factors.verify(userId, code, codeGuessers(userId, request))
      return undefined
    }
    const asked = challenge === undefined ? null : await challenges.attempt(challenge, 'confirm', request)
    if (challenge === undefined || asked?.userId !== userId) {
      throw new AppError('invalid-input', 'passkey-refused', 'This passkey was not accepted')
    }
    await passkeys.verify(challenge, assertion, site, userId)
    await challenges.use(challenge)
    return undefined
  }
}
