import { type Drizzle, joinDatabase } from '@tradeloom/database'
import type { PoolConfig } from 'pg'
import { LeaseOwner } from '../leases/lease-owner.ts'
import { expireDeadOwners, type Lease } from '../leases/leases.ts'

/** Failures are reported this often at most: what fails is tried again and again. */
const REPORT_MS = 5_000
const JOIN_MS = 500

export interface LeasedServiceOptions {
  readonly connection: PoolConfig
  /** PostgreSQL notifies here of work, with the key of what has some. */
  readonly channel: string
  /** Looks for all work there is: notifications may have been missed, and other processes may have died. */
  readonly scan: (owner: LeaseOwner) => Promise<unknown>
  /** There is work for that key. */
  readonly wake: (key: string) => Promise<unknown>
  /** The epochs of the leases that this process holds, as of a monotonic time. */
  readonly onLeases: (epochs: ReadonlySet<number>, askedAt: number) => void
  /** True if an error of the work on something is no failure. */
  readonly isExpected?: (error: unknown, key: string | null) => boolean
  /** `key`: null if it concerns nothing in particular. */
  readonly onFailure: (key: string | null, message: string) => void
}

/** What a process of its own does that works on things of which each belongs to one process at a time. */
export class LeasedService {
  readonly db: Drizzle
  /** It can hold leases. */
  readonly joined: Promise<void>
  readonly #options: LeasedServiceOptions
  readonly #database: ReturnType<typeof joinDatabase>
  readonly #timers: NodeJS.Timeout[] = []
  #owner: LeaseOwner | null = null
  #scanning: Promise<void> | null = null
  #isStopped = false
  #reportedAt = -Infinity

  constructor(options: LeasedServiceOptions) {
    this.#options = options
    this.#database = joinDatabase(options.connection)
    this.db = this.#database.db
    this.joined = this.#join()
  }

  /** Null until the database has answered. */
  get owner(): LeaseOwner | null {
    return this.#owner
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  every(ms: number, work: () => Promise<unknown>): void {
    this.#timers.push(setInterval(() => void this.safely(work()), ms))
  }

  /** One at a time: a call during a scan gets that one. */
  scan(): Promise<void> {
    this.#scanning ??= this.safely(this.#scan()).finally(() => (this.#scanning = null))
    return this.#scanning
  }

  /** The database or a venue may be away: what was not committed is read again. */
  async safely(work: Promise<unknown>, key: string | null = null): Promise<void> {
    try {
      await work
    } catch (error) {
      if (!this.#options.isExpected?.(error, key)) this.report(key, error)
    }
  }

  report(key: string | null, error: unknown): void {
    const now = performance.now()
    if (now - this.#reportedAt < REPORT_MS) return
    this.#reportedAt = now
    this.#options.onFailure(key, error instanceof Error ? error.message : String(error))
  }

  /** Nothing new begins. What is under way may still use the database, see `close`. */
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
  }

  async close(): Promise<void> {
    this.stop()
    await this.#owner?.close()
    await this.#database.stop()
  }

  async #scan(): Promise<void> {
    const owner = this.#owner
    if (!owner || this.#isStopped) return
    if (owner.isSettled) await expireDeadOwners(this.db)
    await this.#options.scan(owner)
  }

  async #join(): Promise<void> {
    const { channel, connection, wake, onLeases } = this.#options
    while (!this.#isStopped) {
      try {
        this.#owner = await LeaseOwner.open({
          channel,
          connection,
          logger: { debug: () => undefined, warn: () => undefined },
          onWake: (key) => void (key === null ? this.scan() : this.safely(wake(key), key)),
          onLeases,
        })
        return
      } catch (error) {
        this.report(null, error)
        await new Promise((done) => setTimeout(done, JOIN_MS))
      }
    }
  }
}

/** What was taken by a lease that this process does not hold any longer. */
export function lostLeases<Key, Held extends { readonly lease: Lease | null; readonly takenAt: number }>(
  held: Iterable<readonly [Key, Held]>,
  epochs: ReadonlySet<number>,
  askedAt: number,
): (readonly [Key, Held])[] {
  // The answer may be older than the lease.
  return [...held].filter(([, { lease, takenAt }]) => lease && askedAt >= takenAt && !epochs.has(lease.epoch))
}
