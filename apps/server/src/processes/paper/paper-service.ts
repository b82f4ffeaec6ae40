import { type Drizzle, INTENTS_CHANNEL, joinDatabase, schema } from '@tradeloom/database'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { NO_CRASHES, type ReachCrashPoint } from '../../platform/intents/crash-points.ts'
import { LeaseLost } from '../../platform/intents/lease-lost.ts'
import { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { expireDeadOwners, takeLease } from '../../platform/leases/leases.ts'
import { PaperAccount } from './paper-account.ts'
import type { PaperCommand, PaperEvent } from './paper-messages.ts'
import type { TickSource } from '../../platform/prices/tick-source.ts'

const { intents, positions, tradingAccounts, venueOrders } = schema

/** Prices are looked for this often in case a doorbell was missed. */
const LOOK_MS = 100
const LOOK_UP_MS = 500
const SCAN_MS = 1_000
const WANTED_MS = 2_000
const CHECKPOINT_MS = 10_000
const TELL_MS = 5_000

type Open = Extract<PaperCommand, { do: 'open' }>

export interface PaperServiceParts {
  readonly ticks: TickSource
  readonly emit: (event: PaperEvent) => void
}

/** The process `paper`: works on each paper account that has something to do, and that no other process works on. */
export class PaperService {
  readonly #parts: PaperServiceParts
  readonly #accounts = new Map<string, PaperAccount>()
  /** Those whose lease is being taken: taken twice, the first one would be void. */
  readonly #taking = new Map<string, Promise<PaperAccount | null>>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #reach: ReachCrashPoint
  readonly #database: ReturnType<typeof joinDatabase>
  readonly #db: Drizzle
  #owner: LeaseOwner | null = null
  #isScanning = false
  #toldAt = -Infinity

  constructor(command: Open, parts: PaperServiceParts) {
    this.#parts = parts
    const { crashAt } = command
    this.#reach =
      crashAt === undefined ? NO_CRASHES : (point) => void (point === crashAt && process.kill(process.pid, 'SIGKILL'))
    this.#database = joinDatabase(command.connection)
    this.#db = this.#database.db
    void this.#start(command)
  }

  async #start({ connection }: Open): Promise<void> {
    this.#owner = await LeaseOwner.open({
      channel: INTENTS_CHANNEL,
      connection,
      logger: { debug: () => undefined, warn: () => undefined },
      onWake: (accountId) => void (accountId === null ? this.#scan() : this.#wake(accountId)),
      onLeases: (epochs, askedAt) => this.#keepOnly(epochs, askedAt),
    })
    this.#every(LOOK_MS, () => this.#advanceAll())
    this.#every(LOOK_UP_MS, () => this.#each((account) => account.lookUp()))
    this.#every(SCAN_MS, () => this.#scan())
    this.#every(CHECKPOINT_MS, () => this.#each((account) => account.checkpoint()))
    this.#every(WANTED_MS, async () => this.#tellWanted())
    await this.#scan()
    this.#parts.emit({ kind: 'ready' })
  }

  /** New prices of an instrument are in the log. */
  tick(instrumentId: string): void {
    for (const account of this.#accounts.values()) {
      if (account.instrumentIds.includes(instrumentId)) void this.#safely(account.advance())
    }
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#each((account) => account.checkpoint())
    await this.#owner?.close()
    await this.#database.stop()
  }

  #every(ms: number, work: () => Promise<unknown>): void {
    this.#timers.push(setInterval(() => void this.#safely(work()), ms))
  }

  async #advanceAll(): Promise<void> {
    await this.#each(async (account) => {
      if (!account.isIdle) await account.advance()
    })
  }

  #tellWanted(): void {
    const wanted = new Set([...this.#accounts.values()].flatMap(({ instrumentIds }) => instrumentIds))
    this.#parts.emit({ kind: 'wanted', instrumentIds: [...wanted] })
  }

  /** Looks for accounts with something to do; notifications may have been missed, and other processes may have died. */
  async #scan(): Promise<void> {
    if (this.#isScanning || !this.#owner) return
    this.#isScanning = true
    try {
      if (this.#owner.isSettled) await expireDeadOwners(this.#db)
      for (const accountId of await busyAccounts(this.#db)) await this.#wake(accountId)
    } finally {
      this.#isScanning = false
    }
  }

  async #wake(accountId: string): Promise<void> {
    await this.#safely(
      (async () => {
        const account = this.#accounts.get(accountId) ?? (await this.#takeOnce(accountId))
        await account?.wake()
      })(),
      accountId,
    )
  }

  #takeOnce(accountId: string): Promise<PaperAccount | null> {
    const known = this.#taking.get(accountId)
    if (known) return known
    const taking = this.#take(accountId).finally(() => this.#taking.delete(accountId))
    this.#taking.set(accountId, taking)
    return taking
  }

  /** Null while another process works on the account, or if it belongs to another venue. */
  async #take(accountId: string): Promise<PaperAccount | null> {
    const db = this.#db
    const owner = this.#owner
    if (!owner) return null
    const [found] = await db
      .select({ userId: tradingAccounts.userId })
      .from(tradingAccounts)
      .where(and(eq(tradingAccounts.id, accountId), eq(tradingAccounts.venue, 'paper')))
    if (!found) return null
    const lease = await db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner.id))
    if (!lease) return null
    const { ticks, emit } = this.#parts
    const account = new PaperAccount({
      db,
      accountId,
      userId: found.userId,
      lease,
      ticks,
      reach: this.#reach,
      now: () => Date.now(),
      onChange: (change) => emit({ kind: 'changed', change }),
    })
    this.#accounts.set(accountId, account)
    return account
  }

  #keepOnly(epochs: ReadonlySet<number>, askedAt: number): void {
    for (const [id, { lease, takenAt }] of this.#accounts) {
      // The answer may be older than the lease.
      if (askedAt >= takenAt && !epochs.has(lease.epoch)) this.#accounts.delete(id)
    }
  }

  async #each(work: (account: PaperAccount) => Promise<void>): Promise<void> {
    await Promise.all([...this.#accounts].map(([id, account]) => this.#safely(work(account), id)))
  }

  /** Once in a while: what fails is tried many times a second. */
  #tellFailure(accountId: string | null, message: string): void {
    const now = performance.now()
    if (now - this.#toldAt < TELL_MS) return
    this.#toldAt = now
    this.#parts.emit({ kind: 'failed', accountId, message })
  }

  /** The database may be away: what was not committed is read again, and looked for again. */
  async #safely(work: Promise<unknown>, accountId: string | null = null): Promise<void> {
    try {
      await work
    } catch (error) {
      if (error instanceof LeaseLost) {
        if (accountId !== null) this.#accounts.delete(accountId)
      } else this.#tellFailure(accountId, error instanceof Error ? error.message : String(error))
    }
  }
}

/** Paper accounts with requests that are not finished, working orders or open positions. */
async function busyAccounts(db: Drizzle): Promise<string[]> {
  const { id, venue } = tradingAccounts
  const rows = await db
    .select({ id })
    .from(tradingAccounts)
    .where(
      and(
        eq(venue, 'paper'),
        or(
          inArray(id, db.select({ id: intents.accountId }).from(intents).where(inArray(intents.state, UNFINISHED))),
          inArray(id, db.select({ id: positions.accountId }).from(positions).where(eq(positions.status, 'OPEN'))),
          inArray(
            id,
            db
              .select({ id: venueOrders.accountId })
              .from(venueOrders)
              .where(sql`${venueOrders.status} in ('NEW', 'PARTIALLY_FILLED')`),
          ),
        ),
      ),
    )
  return rows.map((row) => row.id)
}

const UNFINISHED = ['WRITTEN', 'SENDING', 'UNKNOWN'] as const satisfies readonly (typeof intents.$inferSelect.state)[]
