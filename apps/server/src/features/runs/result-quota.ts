import { type Drizzle, schema } from '@tradeloom/database'
import { inMb } from '@tradeloom/market-data'
import { eq } from 'drizzle-orm'
import { AppError } from '../../platform/errors/app-error.ts'
import { resultBytes } from './result-bytes.ts'

const { storageQuotas, users } = schema

/** Results are measured again after that time: somebody who tests a hundred versions starts a run each second. */
const FRESH_MS = 30_000
const MAX_KNOWN = 10_000

/** Refuses runs of users whose results have reached their quota. Administrators have none. */
export class ResultQuota {
  readonly #db: Drizzle
  /** Of the installation, in bytes. */
  readonly #common: number
  readonly #now: () => number
  readonly #known = new Map<string, { readonly at: number; readonly bytes: number }>()

  constructor(db: Drizzle, common: number, now: () => number) {
    this.#db = db
    this.#common = common
    this.#now = now
  }

  /** @throws {AppError} 413 with the figures. What was deleted counts at once. */
  async require(userId: string): Promise<void> {
    const [user] = await this.#db
      .select({ isAdmin: users.isAdmin, own: storageQuotas.bytes })
      .from(users)
      .leftJoin(storageQuotas, eq(storageQuotas.userId, users.id))
      .where(eq(users.id, userId))
    if (!user || user.isAdmin) return
    const quota = user.own ?? this.#common
    const known = this.#known.get(userId)
    if (known && this.#now() - known.at < FRESH_MS && known.bytes < quota) return
    const bytes = (await resultBytes(this.#db, userId)).get(userId) ?? 0
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(userId, { at: this.#now(), bytes })
    if (bytes < quota) return
    const text = `Your backtests and optimizations use ${inMb(bytes)} of your ${inMb(quota)} quota. Delete some that you no longer need`
    throw new AppError('limit', 'storage-quota', text, { status: 413 })
  }
}
