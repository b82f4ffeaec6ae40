import type { UserStorage } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import type { MarketStore } from '@tradeloom/market-data'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { invalid, notFound } from '../../platform/errors/app-error.ts'
import { SAMPLE_OWNER } from '../algorithms/seed-samples.ts'
import { resultBytes } from '../runs/result-bytes.ts'

const { storageQuotas, users } = schema

const MB = 1024 * 1024

/** Users that are shown: those who store most. */
const MOST = 100

/** What users store. */
export class UserStorages {
  readonly #db: Drizzle
  readonly #store: Pick<MarketStore, 'owners' | 'forOwner'>
  readonly #quota: number
  readonly #now: () => number

  constructor(db: Drizzle, store: Pick<MarketStore, 'owners' | 'forOwner'>, quota: number, now: () => number) {
    this.#db = db
    this.#store = store
    this.#quota = quota
    this.#now = now
  }

  async list(): Promise<UserStorage[]> {
    const results = await resultBytes(this.#db)
    const market = new Map<string, number>()
    for (const id of await this.#store.owners()) market.set(id, await this.#store.forOwner(id).ownBytes())
    const quotas = new Map(
      (await this.#db.select().from(storageQuotas)).map(({ userId, bytes }) => [userId, bytes] as const),
    )
    const total = (id: string): number => (results.get(id) ?? 0) + (market.get(id) ?? 0)
    const ids = [...new Set([...results.keys(), ...market.keys(), ...quotas.keys()])]
      .toSorted((a, b) => total(b) - total(a))
      .slice(0, MOST)
    if (ids.length === 0) return []
    const found = await this.#db
      .select({ id: users.id, username: users.displayUsername, isAdmin: users.isAdmin })
      .from(users)
      .where(and(inArray(users.id, ids), ne(users.username, SAMPLE_OWNER)))
    return found
      .map(({ id, username, isAdmin }) => ({
        id,
        username,
        marketBytes: market.get(id) ?? 0,
        resultBytes: results.get(id) ?? 0,
        quotaBytes: isAdmin ? null : (quotas.get(id) ?? this.#quota),
        hasOwnQuota: !isAdmin && quotas.has(id),
      }))
      .toSorted((a, b) => total(b.id) - total(a.id))
  }

  /** Null: the quota of the installation. */
  async setQuota(userId: string, megabytes: number | null): Promise<void> {
    const [user] = await this.#db.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, userId))
    if (!user) throw notFound('User')
    if (user.isAdmin) throw invalid('Administrators have no quota', 'megabytes')
    if (megabytes === null) {
      await this.#db.delete(storageQuotas).where(eq(storageQuotas.userId, userId))
      return
    }
    const values = { bytes: megabytes * MB, changedAt: new Date(this.#now()) }
    await this.#db
      .insert(storageQuotas)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: storageQuotas.userId, set: values })
  }
}
