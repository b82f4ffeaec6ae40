import type { OwnLogin } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Login } from '../../platform/auth/login.ts'
import { forgetDevices } from '../../platform/auth/factors-of.ts'
import { endLogins } from '../../platform/auth/passwords.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { browserName } from '../../platform/auth/browser-name.ts'

const { logins } = schema

/** More browsers than anybody uses; the oldest are not shown. */
const SHOWN = 100

/** Where a user is signed in. */
export class OwnLogins {
  readonly #db: Drizzle
  readonly #now: () => number
  readonly #ended: (loginId: string) => void

  /** `ended` closes the sockets of a login and tells its page. */
  constructor(db: Drizzle, now: () => number, ended: (loginId: string) => void) {
    this.#db = db
    this.#now = now
    this.#ended = ended
  }

  async list({ id: own, user }: Login): Promise<OwnLogin[]> {
    const rows = await this.#db
      .select()
      .from(logins)
      .where(and(eq(logins.userId, user.id), gt(logins.expiresAt, new Date(this.#now()))))
      .orderBy(desc(logins.usedAt), desc(logins.createdAt))
      .limit(SHOWN)
    return rows.map(({ id, userAgent, ipAddress, createdAt, usedAt, method }) => ({
      id,
      browser: browserName(userAgent ?? ''),
      address: ipAddress ?? '',
      since: createdAt.toISOString(),
      lastUsed: usedAt.toISOString(),
      method,
      isThis: id === own,
    }))
  }

  async end(id: string, userId: string): Promise<void> {
    const ended = await this.#db
      .delete(logins)
      .where(and(eq(logins.id, id), eq(logins.userId, userId)))
      .returning({ id: logins.id })
    if (ended.length === 0) throw notFound('Login')
    this.#ended(id)
  }

  /** Everywhere but here; other browsers have to show a second factor again. Returns how many logins ended. */
  async endOthers({ id, user }: Login): Promise<number> {
    const ended = await this.#db.transaction(async (tx) => {
      await forgetDevices(tx, user.id)
      return endLogins(tx, user.id, id)
    })
    for (const one of ended) this.#ended(one)
    return ended.length
  }
}
