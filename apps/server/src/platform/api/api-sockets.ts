import { type Drizzle, schema } from '@tradeloom/database'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { expireDeadOwners, isStale } from '../leases/leases.ts'
import { OneAtATime } from '../one-at-a-time.ts'
import type { ApiOwner } from './api-owner.ts'
import { lockWindow } from './credit-ledger.ts'

const { apiSockets } = schema

const LOOK_MS = 5_000

export interface ApiSocketsDeps {
  readonly db: Drizzle
  readonly owner: Pick<ApiOwner, 'id'>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Counts the open sockets of each user's programs across all processes. */
export class ApiSockets {
  readonly #deps: ApiSocketsDeps
  readonly #open = new Map<string, number>()
  /** Users whose row may be wrong. */
  readonly #stale = new Set<string>()
  readonly #turns = new OneAtATime()
  readonly #timer: NodeJS.Timeout
  #owner: string | null = null

  constructor(deps: ApiSocketsDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.#writeAgain(), LOOK_MS)
    this.#timer.unref()
  }

  /** Takes a place; false if all are taken. */
  async enter(userId: string, limit: number): Promise<boolean> {
    return this.#turns.take(userId, async () => {
      if (await this.#take(userId, limit)) return true
      // A process that was killed may still seem to hold some.
      await expireDeadOwners(this.#deps.db)
      return this.#take(userId, limit)
    })
  }

  /** Call once the socket has closed. */
  leave(userId: string): void {
    this.#open.set(userId, Math.max(0, (this.#open.get(userId) ?? 0) - 1))
    this.#stale.add(userId)
    void this.#write(userId)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #take(userId: string, limit: number): Promise<boolean> {
    const { db } = this.#deps
    const owner = await this.#ownerId()
    const isTaken = await db.transaction(async (tx) => {
      await lockWindow(tx, userId)
      const { rows } = await tx.execute<{ n: number }>(
        sql`select coalesce(sum(n), 0)::float8 as n from api_sockets held
            left join lease_owners owner on owner.id = held.owner
            where held.user_id = ${userId} and held.owner <> ${owner} and not ${isStale}`,
      )
      const own = this.#open.get(userId) ?? 0
      if ((rows[0]?.n ?? 0) + own >= limit) return false
      const n = own + 1
      await tx
        .insert(apiSockets)
        .values({ userId, owner, n })
        .onConflictDoUpdate({ target: [apiSockets.userId, apiSockets.owner], set: { n } })
      return true
    })
    // Some may have closed meanwhile; their rows are written after this turn.
    if (isTaken) this.#open.set(userId, (this.#open.get(userId) ?? 0) + 1)
    return isTaken
  }

  /** The row says what is open now, so that a write that failed is made good by the next one. */
  async #write(userId: string): Promise<void> {
    await this.#turns
      .take(userId, async () => {
        if (!this.#stale.has(userId)) return
        const { db } = this.#deps
        const owner = await this.#ownerId()
        const n = this.#open.get(userId) ?? 0
        this.#stale.delete(userId)
        if (n === 0) {
          await db.delete(apiSockets).where(and(eq(apiSockets.userId, userId), eq(apiSockets.owner, owner)))
          if (this.#open.get(userId) === 0) this.#open.delete(userId)
          return
        }
        const row = db.insert(apiSockets).values({ userId, owner, n })
        await row.onConflictDoUpdate({ target: [apiSockets.userId, apiSockets.owner], set: { n } })
      })
      .catch((error: unknown) => {
        this.#stale.add(userId)
        this.#deps.logger.warn({ err: error, userId }, 'sockets of programs could not be counted')
      })
  }

  async #ownerId(): Promise<string> {
    const owner = await this.#deps.owner.id()
    // Considered dead meanwhile: its rows are gone.
    if (this.#owner !== null && this.#owner !== owner) for (const userId of this.#open.keys()) this.#stale.add(userId)
    this.#owner = owner
    return owner
  }

  async #writeAgain(): Promise<void> {
    if (this.#owner === null) return
    await this.#ownerId().catch(() => null)
    for (const userId of this.#stale) await this.#write(userId)
  }
}
