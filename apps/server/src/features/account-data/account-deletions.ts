import { type Drizzle, schema } from '@tradeloom/database'
import { eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Profile } from '../../platform/auth/rights.ts'
import { AppError, conflict, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { EndTradingParts } from '../../trading-core/shares/end-trading.ts'
import { deleteUser, LAST_ADMINISTRATOR, whyNotDelete } from './delete-user.ts'
import type { DeletionList } from './deletion-list.ts'

const { accountDeletions, logins, users } = schema

const DAY_MS = 24 * 60 * 60_000
/** In one go. */
const AT_ONCE = 20

export interface AccountDeletionsDeps extends EndTradingParts {
  readonly db: Drizzle
  readonly profile: Profile
  readonly list: DeletionList
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  /** Closes the sockets of a login. */
  readonly loginEnded: (loginId: string) => void
  /** Ends what the user pays for. */
  readonly endPayment: (userId: string) => Promise<void>
  /** Removes what is not in the database. */
  readonly removeData: (userId: string) => Promise<void>
}

/** Users who want their accounts deleted. */
export class AccountDeletions {
  readonly #deps: AccountDeletionsDeps

  constructor(deps: AccountDeletionsDeps) {
    this.#deps = deps
  }

  /** Where strangers register, whoever has stolen an account must not be able to destroy it. */
  get undoDays(): number {
    return this.#deps.profile === 'hosted' ? 7 : 0
  }

  async dueOf(userId: string): Promise<Date | null> {
    const { db } = this.#deps
    const [row] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))
    return row?.dueAt ?? null
  }

  /** Returns when the account is deleted; null: it is gone. `username`: as its user has typed it. */
  async request(userId: string, username: string): Promise<Date | null> {
    const { db, now } = this.#deps
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user) throw notFound('User')
    if (user.username !== username.toLowerCase()) throw invalid('This is not your user name', 'username')
    const problem = await whyNotDelete(db, userId)
    if (problem !== null) throw conflict(problem)
    if (user.isAdmin && (await db.$count(users, eq(users.isAdmin, true))) === 1) throw conflict(LAST_ADMINISTRATOR)
    if (this.undoDays === 0) {
      await this.#delete(userId)
      return null
    }
    const due = new Date(now() + this.undoDays * DAY_MS)
    await db
      .insert(accountDeletions)
      .values({ userId, requestedAt: new Date(now()), dueAt: due })
      .onConflictDoNothing()
    return (await this.dueOf(userId)) ?? due
  }

  async keep(userId: string): Promise<void> {
    await this.#deps.db.delete(accountDeletions).where(eq(accountDeletions.userId, userId))
  }

  /** Deletes accounts whose time has come, and those that a restored backup has brought back. */
  async look(): Promise<void> {
    const { db, list, logger, now } = this.#deps
    const due = await db
      .select({ userId: accountDeletions.userId })
      .from(accountDeletions)
      .where(lte(accountDeletions.dueAt, new Date(now())))
      .limit(AT_ONCE)
    const ids = [...new Set([...due.map(({ userId }) => userId), ...(await list.restored(db))])]
    for (const userId of ids) {
      await this.#delete(userId).catch((error: unknown) => {
        // Such as an open position: it is tried again.
        const why = error instanceof AppError ? error.message : error
        logger.warn({ err: why, userId }, 'an account could not be deleted yet')
      })
    }
  }

  async #delete(userId: string): Promise<void> {
    const { db, list, loginEnded, endPayment, removeData } = this.#deps
    const problem = await whyNotDelete(db, userId)
    if (problem !== null) throw conflict(problem)
    await endPayment(userId)
    const open = await db.select({ id: logins.id }).from(logins).where(eq(logins.userId, userId))
    await deleteUser(db, userId, this.#deps)
    await list.add(userId)
    for (const { id } of open) loginEnded(id)
    await removeData(userId)
  }
}
