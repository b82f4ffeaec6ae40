import { type Drizzle, recordAudit } from '@tradeloom/database'
import { AppError } from '../errors/app-error.ts'
import { codeGuessers } from './code-guessers.ts'
import { rememberFactors } from './factors-of.ts'
import type { LoginChallenges } from './login-challenges.ts'
import { type FirstMethod, isFirstOnly, type LoginMethod } from './login-method.ts'
import type { LoginOpener, SignedIn } from './login-opener.ts'
import type { LoginRequest } from './login-request.ts'
import type { PasskeySite } from './passkey-site.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactors } from './second-factors.ts'

export interface SecondStepDeps {
  readonly db: Drizzle
  readonly challenges: LoginChallenges
  readonly opener: LoginOpener
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly now: () => number
}

export interface Answered {
  readonly challenge: string
  readonly code?: string | undefined
  readonly assertion?: unknown
}

/** Finishes logins that need a second factor, and those that begin with a passkey. */
export class SecondStep {
  readonly #deps: SecondStepDeps

  constructor(deps: SecondStepDeps) {
    this.#deps = deps
  }

  async finish(answered: Answered, site: PasskeySite | null, request: LoginRequest): Promise<SignedIn> {
    const { challenges, opener } = this.#deps
    const { challenge } = answered
    const { userId, method } = await challenges.attempt(challenge, 'second-factor', request)
    if (userId === null || method === null || !isFirstOnly(method as LoginMethod))
      throw new Error('No login was started here')
    const shown = await this.#shown(userId, answered, site, request)
    await challenges.use(challenge)
    return opened(await opener.openLogin(userId, `${method as FirstMethod}+${shown}`, request))
  }

  beginPasskey(request: LoginRequest): Promise<string> {
    return this.#deps.challenges.create({ purpose: 'passkey-login', userId: null, request })
  }

  /** Without a name: the passkey says who it is. */
  async enterWithPasskey(answered: Answered, site: PasskeySite | null, request: LoginRequest): Promise<SignedIn> {
    const { challenges, opener, passkeys } = this.#deps
    const { challenge } = answered
    await challenges.attempt(challenge, 'passkey-login', request)
    const userId = await passkeys.verify(challenge, answered.assertion, site, null)
    await challenges.use(challenge)
    return opened(await opener.openLogin(userId, 'passkey', request))
  }

  /** Asks this browser for no second factor for 30 days. */
  remember(userId: string, deviceId: string): Promise<void> {
    return rememberFactors(this.#deps.db, { userId, id: deviceId }, this.#deps.now())
  }

  async #shown(
    userId: string,
    { challenge, code, assertion }: Answered,
    site: PasskeySite | null,
    request: LoginRequest,
  ) {
    const { factors, passkeys } = this.#deps
    if (code !== undefined) {
      return factors.verify(userId, code, codeGuessers(userId, request)).catch(async (error: unknown) => {
        await this.#recordFailure(userId, error, request)
        throw error
      })
    }
    await passkeys.verify(challenge, assertion, site, userId)
    return 'passkey' as const
  }

  /** Whoever guesses here knows the password: its owner should see that. Pauses bound how often. */
  async #recordFailure(userId: string, error: unknown, { address }: LoginRequest): Promise<void> {
    if (!(error instanceof AppError) || error.code !== 'wrong-code') return
    const line = { actor: null, via: 'web', action: 'second-factor-failed', object: userId, address } as const
    await recordAudit(this.#deps.db, { ...line, detail: {} }, this.#deps.now)
  }
}

function opened(answer: Awaited<ReturnType<LoginOpener['openLogin']>>): SignedIn {
  if ('user' in answer) return answer
  throw new AppError('bug', 'asked-twice', 'The second factor was requested twice')
}
