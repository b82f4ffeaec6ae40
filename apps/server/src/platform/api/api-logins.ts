import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiScope } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiAccess, ApiLogin } from '../auth/login.ts'
import { type Profile, rightsFrom, toUser } from '../auth/rights.ts'
import { AppError, invalid } from '../errors/app-error.ts'
import { isAllowed } from './address-list.ts'
import { hashOf, parseCredential, sentKey } from './api-credential.ts'
import { createApiLoginReader } from './api-login-reader.ts'
import { KeyGuesses } from './key-guesses.ts'

const { apiKeys } = schema

const MINUTE_MS = 60_000
/** Compared where there is no key, so that both take equally long. */
const NO_HASH = Buffer.alloc(32)

export interface ApiLoginsDeps {
  readonly db: Drizzle
  readonly profile: Profile
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly now: () => number
}

/** Finds out who calls with a key. */
export class ApiLogins {
  readonly #deps: ApiLoginsDeps
  readonly #read: ReturnType<typeof createApiLoginReader>
  readonly #guesses: KeyGuesses

  constructor(deps: ApiLoginsDeps) {
    this.#deps = deps
    this.#read = createApiLoginReader(deps.db, deps.now)
    this.#guesses = new KeyGuesses(deps.now)
  }

  /** Null without a key; throws for one that does not open the door. */
  async loginOf(headers: IncomingHttpHeaders, address: string): Promise<ApiLogin | null> {
    const sent = sentKey(headers)
    if (sent === null) return null
    // A browser would send its cookies by itself: it is not clear who is meant.
    if (headers.cookie !== undefined) throw invalid('Send an access key or cookies, but not both')
    return this.login(sent, address)
  }

  /** Throws for a key that does not open the door. */
  async login(sent: string, address: string): Promise<ApiLogin> {
    const whole = hashOf(sent).toString('base64')
    const credential = parseCredential(sent)
    const half = credential?.key ?? null
    this.#guesses.check(address, half, whole)
    const found = credential && (await this.#read(credential.key))
    const isRight = timingSafeEqual(hashOf(credential?.secret ?? ''), found?.apiKey.secretHash ?? NO_HASH)
    if (!found || !isRight) {
      this.#guesses.wrong(address, half, whole)
      throw new AppError('unauthenticated', 'unknown-key', 'This access key is not valid')
    }
    this.#guesses.right(whole)
    const { key, scopes, expiresAt, addresses, lastUsedAt } = found.apiKey
    const now = this.#deps.now()
    if (expiresAt !== null && expiresAt.getTime() <= now)
      throw new AppError('unauthenticated', 'expired-key', 'This access key has expired')
    if (!isAllowed(address, addresses))
      throw new AppError('forbidden', 'wrong-address', 'This access key may not be used from this address')
    this.#used(key, lastUsedAt, now)
    const { profile } = this.#deps
    const { apiCredits, apiSockets } = rightsFrom(profile, found)
    const api = { scopes, credits: apiCredits, sockets: apiSockets }
    return { id: key, user: toUser(profile, found), verifiedAt: NEVER, method: null, api }
  }

  /** Once a minute. Nobody waits for it. */
  #used(key: string, before: Date | null, now: number): void {
    const minute = new Date(now - (now % MINUTE_MS))
    if (before !== null && before >= minute) return
    const { db, logger } = this.#deps
    db.update(apiKeys)
      .set({ lastUsedAt: minute })
      .where(and(eq(apiKeys.key, key), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute))))
      .catch((error: unknown) => logger.warn({ err: error, key }, 'the last use of a key could not be stored'))
  }
}

/** A program cannot show who is there. */
const NEVER = new Date(0)

/** Throws if the key of a program does not include the scope. */
export function requireScope({ scopes }: ApiAccess, scope: ApiScope): void {
  if (scopes.includes(scope)) return
  throw new AppError('forbidden', 'missing-scope', `This access key has no scope ${scope}`)
}
