import type { Drizzle } from '@tradeloom/database'
import type { FastifyBaseLogger } from 'fastify'
import { expireDeadOwners } from '../leases/leases.ts'
import { OneAtATime } from '../one-at-a-time.ts'
import type { ApiOwner } from './api-owner.ts'
import { type CreditLease, leaseCredits, usedCredits } from './credit-ledger.ts'

const IDLE_MS = 60_000
const LOOK_MS = 5_000

export interface CreditsDeps {
  readonly db: Drizzle
  readonly owner: Pick<ApiOwner, 'id'>
  readonly logger: Pick<FastifyBaseLogger, 'warn'>
  readonly now: () => number
}

/** What a call is told about the credits of its user. */
export interface CreditState {
  readonly isEnough: boolean
  readonly used: number
  /** When the oldest hour leaves the window, UTC milliseconds. */
  readonly reset: number
}

/** Credits that this process may spend without asking the database. */
interface Held extends CreditLease {
  spent: number
  usedAt: number
}

/**
 * Counts the credits that calls of programs cost. Each process leases some from the user's window and spends them in memory;
 * what it has not written down when it is killed was free.
 */
export class Credits {
  readonly #deps: CreditsDeps
  readonly #held = new Map<string, Held>()
  readonly #turns = new OneAtATime()
  readonly #timer: NodeJS.Timeout

  constructor(deps: CreditsDeps) {
    this.#deps = deps
    this.#timer = setInterval(() => void this.#returnIdle(), LOOK_MS)
    this.#timer.unref()
  }

  /** `available` in 30 days; null without a limit. */
  async spend(userId: string, available: number | null, cost: number): Promise<CreditState> {
    const spent = this.#spendHeld(userId, cost)
    if (spent) return spent
    return this.#turns.take(userId, async () => {
      // Others may have waited for the same lease.
      const byNow = this.#spendHeld(userId, cost)
      if (byNow) return byNow
      const lease = await this.#renew(userId, available, cost)
      return this.#spendHeld(userId, cost) ?? { isEnough: false, used: lease.used, reset: lease.reset }
    })
  }

  /** What the user has used in the last 24 hours and in the last 30 days. */
  async usage(userId: string): Promise<{ readonly day: number; readonly month: number }> {
    await this.#giveBack(userId)
    return usedCredits(this.#deps.db, userId, this.#deps.now())
  }

  /** Writes down what was spent, and gives the rest back. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.allSettled([...this.#held.keys()].map((userId) => this.#giveBack(userId)))
  }

  #spendHeld(userId: string, cost: number): CreditState | null {
    const held = this.#held.get(userId)
    if (!held || held.spent + cost > held.credits) return null
    held.spent += cost
    held.usedAt = this.#deps.now()
    return { isEnough: true, used: held.used + held.spent, reset: held.reset }
  }

  async #renew(userId: string, available: number | null, cost: number): Promise<CreditLease> {
    const lease = await this.#lease(userId, available, cost)
    if (lease.credits > 0 || cost === 0) return lease
    // A process that was killed may still seem to hold some.
    await expireDeadOwners(this.#deps.db)
    return this.#lease(userId, available, cost)
  }

  async #lease(userId: string, available: number | null, cost: number): Promise<CreditLease> {
    const { db, owner, now } = this.#deps
    const held = this.#held.get(userId)
    // Nobody spends from it while it is written down.
    this.#held.delete(userId)
    try {
      const terms = { userId, owner: await owner.id(), available, cost, spent: held?.spent ?? 0 }
      const lease = await leaseCredits(db, terms, now())
      if (lease.credits > 0) this.#held.set(userId, { ...lease, spent: 0, usedAt: now() })
      return lease
    } catch (error) {
      if (held) this.#held.set(userId, held)
      throw error
    }
  }

  async #giveBack(userId: string): Promise<void> {
    await this.#turns.take(userId, async () => {
      if (this.#held.has(userId)) await this.#lease(userId, null, 0)
    })
  }

  async #returnIdle(): Promise<void> {
    const before = this.#deps.now() - IDLE_MS
    const idle = [...this.#held].filter(([, { usedAt }]) => usedAt < before)
    for (const [userId] of idle) {
      await this.#giveBack(userId).catch((error: unknown) =>
        this.#deps.logger.warn({ err: error, userId }, 'credits could not be given back'),
      )
    }
  }
}
