import { createHash, randomBytes } from 'node:crypto'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { AppError } from '../errors/app-error.ts'
import type { LoginRequest } from './login-request.ts'

const { loginChallenges } = schema

const VALID_MS = 5 * 60_000
const TRIES = 5

type Purpose = (typeof loginChallenges.$inferSelect)['purpose']

interface NewChallenge {
  readonly purpose: Purpose
  /** Null as long as nobody knows who will answer. */
  readonly userId: string | null
  /** How the login began. */
  readonly method?: string
  readonly request: Pick<LoginRequest, 'browser'>
}

/** What browsers have to answer with a code or a passkey: within five minutes, five times, and only where it was asked. */
export class LoginChallenges {
  readonly #db: Drizzle
  readonly #now: () => number

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** Returns 256 random bits, of which only the hash is stored. */
  async create({ purpose, userId, method, request }: NewChallenge): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    const expiresAt = new Date(this.#now() + VALID_MS)
    await this.#db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, new Date(this.#now())))
    await this.#db
      .insert(loginChallenges)
      .values({ hash: hashOf(challenge), purpose, userId, method: method ?? null, browser: request.browser, expiresAt })
    return challenge
  }

  /** Counts a try. Throws if the challenge cannot be answered, any more or here. */
  async attempt(
    challenge: string,
    purpose: Purpose,
    { browser }: Pick<LoginRequest, 'browser'>,
  ): Promise<{ readonly userId: string | null; readonly method: string | null }> {
    const [found] = await this.#db
      .update(loginChallenges)
      .set({ tries: sql`${loginChallenges.tries} + 1` })
      .where(
        and(
          eq(loginChallenges.hash, hashOf(challenge)),
          eq(loginChallenges.purpose, purpose),
          eq(loginChallenges.browser, browser),
          gt(loginChallenges.expiresAt, new Date(this.#now())),
          lt(loginChallenges.tries, TRIES),
        ),
      )
      .returning({ userId: loginChallenges.userId, method: loginChallenges.method })
    if (!found) throw challengeExpired()
    return found
  }

  /** Of several right answers at once, one counts. */
  async use(challenge: string): Promise<void> {
    const used = await this.#db
      .delete(loginChallenges)
      .where(eq(loginChallenges.hash, hashOf(challenge)))
      .returning({ hash: loginChallenges.hash })
    if (used.length === 0) throw challengeExpired()
  }
}

function challengeExpired(): AppError {
  return new AppError('invalid-input', 'challenge-expired', 'This attempt to log in has expired. Please log in again.')
}

function hashOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('hex')
}
