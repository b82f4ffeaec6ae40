import { type Drizzle, INTENTS_CHANNEL, schema } from '@tradeloom/database'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { NO_CRASHES, type ReachCrashPoint } from '../../trading-core/intents/crash-points.ts'
import { LeaseLost } from '../../trading-core/intents/lease-lost.ts'
import { releaseLease, takeLease } from '../../platform/leases/leases.ts'
import { LeasedService, lostLeases } from '../../platform/processes/leased-service.ts'
import { DrilledTicks } from '../../trading-core/prices/drilled-ticks.ts'
import { Drills } from './drills/drills.ts'
import { PaperAccount } from './paper-account.ts'
import type { PaperCommand, PaperEvent } from './paper-messages.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'

const { intents, positions, tradingAccounts, venueOrders } = schema

/** Prices are looked for this often in case a doorbell was missed. */
const LOOK_MS = 100
const LOOK_UP_MS = 500
const DRILLS_MS = 500
const SCAN_MS = 1_000
const WANTED_MS = 2_000
const CHECKPOINT_MS = 10_000
const AUDIT_MS = 60_000

type Open = Extract<PaperCommand, { do: 'open' }>

export interface PaperServiceParts {
  readonly ticks: TickSource
  readonly emit: (event: PaperEvent) => void
  /** Of drills: how many seconds one of theirs takes; tests cannot wait. */
  readonly drillPace?: number
}

/** The process `paper`: works on each paper account that has something to do, and that no other process works on. */
export class PaperService {
  readonly #parts: PaperServiceParts
  readonly #accounts = new Map<string, PaperAccount>()
  /** Those whose lease is being taken: taken twice, the first one would be void. */
  readonly #taking = new Map<string, Promise<PaperAccount | null>>()
  readonly #reach: ReachCrashPoint
  readonly #service: LeasedService
  readonly #drills: Drills

  constructor(command: Open, parts: PaperServiceParts) {
    this.#parts = parts
    const { crashAt } = command
    this.#reach =
      crashAt === undefined ? NO_CRASHES : (point) => void (point === crashAt && process.kill(process.pid, 'SIGKILL'))
    this.#service = new LeasedService({
      connection: command.connection,
      channel: INTENTS_CHANNEL,
      scan: () => this.#scan(),
      wake: (accountId) => this.#wake(accountId),
      onLeases: (epochs, askedAt) => {
        for (const [id] of lostLeases(this.#accounts, epochs, askedAt)) this.#accounts.delete(id)
      },
      isExpected: (error, accountId) => {
        if (error instanceof LeaseLost && accountId !== null) this.#accounts.delete(accountId)
        return error instanceof LeaseLost
      },
      onFailure: (accountId, message) => parts.emit({ kind: 'failed', accountId, message }),
    })
    this.#drills = new Drills({
      db: this.#service.db,
      ticks: parts.ticks,
      owner: () => this.#service.owner?.id ?? null,
      hold: async (accountId) => (this.#accounts.get(accountId) ?? (await this.#takeOnce(accountId))) !== null,
      holds: (accountId) => this.#accounts.has(accountId),
      abandon: (accountId) => this.#abandon(accountId),
      onChange: async ({ accountId, userId }) => {
        parts.emit({ kind: 'changed', change: { userId, accountId, kind: 'balance', id: accountId } })
        // One that has begun is waited for by what it has written.
        if (!this.#drills.of(accountId)) await this.#wake(accountId)
      },
      pace: parts.drillPace ?? 1,
      now: () => Date.now(),
    })
    void this.#start()
  }

  async #start(): Promise<void> {
    const service = this.#service
    await service.joined
    service.every(LOOK_MS, () => this.#advanceAll())
    service.every(LOOK_UP_MS, () => this.#each((account) => account.lookUp()))
    service.every(SCAN_MS, () => service.scan())
    service.every(DRILLS_MS * (this.#parts.drillPace ?? 1), () => this.#drills.look())
    service.every(CHECKPOINT_MS, () => this.#each((account) => account.checkpoint()))
    service.every(AUDIT_MS, () => this.#each((account) => account.audit()))
    service.every(WANTED_MS, async () => this.#emitWanted())
    await service.scan()
    this.#parts.emit({ kind: 'ready' })
  }

  /** New prices of an instrument are in the log. */
  tick(instrumentId: string): void {
    for (const account of this.#accounts.values()) {
      if (account.instrumentIds.includes(instrumentId)) void this.#service.safely(account.advance())
    }
  }

  async stop(): Promise<void> {
    this.#service.stop()
    await this.#each((account) => account.checkpoint())
    await this.#service.close()
  }

  async #advanceAll(): Promise<void> {
    await this.#each(async (account) => {
      if (!account.isIdle) await account.advance()
    })
  }

  #emitWanted(): void {
    const wanted = new Set([...this.#accounts.values()].flatMap(({ instrumentIds }) => instrumentIds))
    this.#parts.emit({ kind: 'wanted', instrumentIds: [...wanted] })
  }

  async #scan(): Promise<void> {
    for (const accountId of await busyAccounts(this.#service.db))
      await this.#service.safely(this.#wake(accountId), accountId)
  }

  async #wake(accountId: string): Promise<void> {
    // It may have been stopped just now: what follows is done at everybody's prices.
    if (this.#drills.of(accountId)) await this.#drills.look()
    if (this.#drills.isAbandoned(accountId)) return
    const account = this.#accounts.get(accountId) ?? (await this.#takeOnce(accountId))
    await account?.wake()
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
    const { db, owner } = this.#service
    if (!owner) return null
    const [found] = await db
      .select({ userId: tradingAccounts.userId })
      .from(tradingAccounts)
      .where(and(eq(tradingAccounts.id, accountId), eq(tradingAccounts.venue, 'paper')))
    if (!found) return null
    const lease = await db.transaction((tx) => takeLease(tx, { kind: 'account', key: accountId }, owner.id))
    if (!lease) return null
    const { ticks, emit } = this.#parts
    const drill = () => this.#drills.of(accountId)
    const account = new PaperAccount({
      db,
      accountId,
      userId: found.userId,
      lease,
      ticks: new DrilledTicks({ ticks, drill, now: () => Date.now() }),
      drill,
      reach: this.#reach,
      now: () => Date.now(),
      onChange: (change) => emit({ kind: 'changed', change }),
    })
    this.#accounts.set(accountId, account)
    return account
  }

  /** As a process that is killed: nothing more is written under its lease, and what it had in memory is gone. */
  async #abandon(accountId: string): Promise<void> {
    const account = this.#accounts.get(accountId)
    this.#accounts.delete(accountId)
    if (account) await this.#service.db.transaction((tx) => releaseLease(tx, account.lease))
  }

  async #each(work: (account: PaperAccount) => Promise<void>): Promise<void> {
    const worked = [...this.#accounts].filter(([id]) => !this.#drills.isAbandoned(id))
    await Promise.all(worked.map(([id, account]) => this.#service.safely(work(account), id)))
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
