import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { AppError, forbidden, invalid } from '../errors/app-error.ts'
import { isLoopbackHost } from '../http/is-loopback-host.ts'

const { invitations, users } = schema

const INVITATION_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

export interface RegistrationParts {
  readonly db: Drizzle
  readonly config: Pick<Config, 'registration' | 'host' | 'publicUrl'>
  /** Of the installation: the setup token follows from it, so that each start prints the same one. */
  readonly secret: string
  readonly now: () => number
}

export interface Entrance {
  readonly setupToken?: string | undefined
  /** The key of an invitation. */
  readonly invitation?: string | undefined
}

/** Who may register. */
export class Registration {
  readonly #parts: RegistrationParts

  constructor(parts: RegistrationParts) {
    this.#parts = parts
  }

  /**
   * For whoever installs Tradeloom: without it, the first stranger to find a server could become its administrator. Null
   * where only this machine reaches the server, and once there is an administrator.
   */
  async setupToken(): Promise<string | null> {
    const { config, secret } = this.#parts
    const isReachable = config.publicUrl !== undefined || !isLoopbackHost(config.host)
    if (!isReachable || (await this.#hasAdministrator())) return null
    return createHmac('sha256', secret).update('setup token').digest('base64url').slice(0, 22)
  }

  /** Of whoever installs it, where others reach the server, too. */
  async requireSetupToken(given: string | undefined): Promise<void> {
    const wanted = await this.setupToken()
    if (wanted === null || isSame(given ?? '', wanted)) return
    throw invalid('Please enter the setup token that the server printed when it started', 'setupToken')
  }

  /** Whether nobody has registered yet: the first one administers it. */
  async isEmpty(): Promise<boolean> {
    return !(await this.#hasAdministrator())
  }

  /** Runs `register` if it is allowed to; an invitation is used up unless that fails. */
  async admit<Result>({ setupToken, invitation }: Entrance, register: () => Promise<Result>): Promise<Result> {
    const { config } = this.#parts
    await this.requireSetupToken(setupToken)
    if (config.registration === 'open' || !(await this.#hasAdministrator())) return register()
    if (config.registration === 'closed') {
      throw forbidden('Registration is closed. Please ask the administrator of this installation')
    }
    if (invitation === undefined) throw forbidden('Please ask the administrator of this installation for an invitation')
    const isUsed = await this.#take(invitation)
    if (!isUsed) throw new AppError('forbidden', 'invalid-invitation', 'This invitation was used or has expired')
    try {
      return await register()
    } catch (error) {
      await this.#giveBack(invitation)
      throw error
    }
  }

  /** A key for one registration. */
  async invite(userId: string): Promise<{ key: string; expires: Date }> {
    const { db, now } = this.#parts
    const key = randomBytes(32).toString('base64url')
    const expires = new Date(now() + INVITATION_DAYS * DAY_MS)
    await db.insert(invitations).values({ keyHash: hashOf(key), createdBy: userId, expiresAt: expires })
    return { key, expires }
  }

  /** Makes all invitations useless that were not used; returns how many. */
  async withdraw(): Promise<number> {
    const open = and(isNull(invitations.usedAt), gt(invitations.expiresAt, new Date(this.#parts.now())))
    const gone = await this.#parts.db.delete(invitations).where(open).returning({ hash: invitations.keyHash })
    return gone.length
  }

  async #take(key: string): Promise<boolean> {
    const now = new Date(this.#parts.now())
    const open = and(isNull(invitations.usedAt), gt(invitations.expiresAt, now))
    const used = await this.#parts.db
      .update(invitations)
      .set({ usedAt: now })
      .where(and(eq(invitations.keyHash, hashOf(key)), open))
      .returning({ hash: invitations.keyHash })
    return used.length > 0
  }

  async #giveBack(key: string): Promise<void> {
    await this.#parts.db
      .update(invitations)
      .set({ usedAt: null })
      .where(eq(invitations.keyHash, hashOf(key)))
  }

  async #hasAdministrator(): Promise<boolean> {
    return (await this.#parts.db.$count(users, eq(users.isAdmin, true))) > 0
  }
}

function isSame(given: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(right)))
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
