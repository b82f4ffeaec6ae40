import { type Drizzle, joinDatabase, schema } from '@tradeloom/database'
import { openKnownStore, openMarketStore, type KnownStore, type MarketStore } from '@tradeloom/market-data'
import { MinuteReader } from '@tradeloom/market-data/candles'
import { TickReader } from '@tradeloom/market-data/ticks'
import type { SessionSpec } from '@tradeloom/engine'
import { createSessionHost, type SessionHost } from '@tradeloom/sandbox'
import { and, eq, sql } from 'drizzle-orm'
import { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { expireDeadOwners, type Lease, releaseLease, takeLease } from '../../platform/leases/leases.ts'
import { cachedListings } from '../../platform/prices/cached-listings.ts'
import { Valuation } from '../../platform/prices/valuation.ts'
import { RunningSession } from './running-session.ts'
import type { SessionRow } from './session-row.ts'
import { SESSIONS_CHANNEL } from './sessions-channel.ts'
import type { SessionsCommand, SessionsEvent } from './sessions-messages.ts'

const { sessionInputs, sessions } = schema

const SCAN_MS = 1_000
const LOOK_MS = 100
const WANTED_MS = 2_000

type Open = Extract<SessionsCommand, { do: 'open' }>

/** The process `sessions`: runs each active session that no other process runs. */
export class SessionsService {
  readonly #command: Open
  readonly #emit: (event: SessionsEvent) => void
  readonly #running = new Map<string, RunningSession>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #database: ReturnType<typeof joinDatabase>
  readonly #db: Drizzle
  readonly #ticks: TickReader
  readonly #market: MarketStore
  readonly #known: KnownStore
  readonly #minutes: MinuteReader
  readonly #valuation: Valuation
  #host: SessionHost | null = null
  #owner: LeaseOwner | null = null
  #isScanning = false
  /** Why sessions cannot be run, as it was told last. */
  readonly #told = new Map<string | null, string>()
  #isStopped = false

  constructor(command: Open, emit: (event: SessionsEvent) => void) {
    this.#command = command
    this.#emit = emit
    this.#database = joinDatabase(command.connection)
    this.#db = this.#database.db
    this.#ticks = new TickReader(command.marketDir)
    this.#market = openMarketStore(command.marketDir)
    this.#known = openKnownStore(command.marketDir)
    this.#minutes = new MinuteReader(command.marketDir)
    const now = (): number => Date.now()
    this.#valuation = new Valuation({ ticks: this.#ticks, listings: cachedListings(this.#db, now), now })
    void this.#start()
  }

  async #start(): Promise<void> {
    const { connection, cacheDir, sandboxLevel } = this.#command
    this.#host = await createSessionHost({ cacheDir, sandboxLevel })
    this.#owner = await LeaseOwner.open({
      channel: SESSIONS_CHANNEL,
      connection,
      logger: { debug: () => undefined, warn: () => undefined },
      onWake: (sessionId) => void (sessionId === null ? this.#scan() : this.#wake(sessionId)),
      onLeases: (epochs, askedAt) => this.#keepOnly(epochs, askedAt),
    })
    this.#timers.push(
      setInterval(() => void this.#scan(), SCAN_MS),
      setInterval(() => this.#each((session) => session.wake()), LOOK_MS),
      setInterval(() => this.#tellWanted(), WANTED_MS),
    )
    await this.#scan()
    this.#emit({ kind: 'ready' })
    // What stays for now is removed at another start.
    await this.#removeUnneeded(this.#host).catch(() => undefined)
  }

  /** Engines of sessions that have ended. */
  async #removeUnneeded(host: SessionHost): Promise<void> {
    const rows = await this.#db
      .selectDistinct({ bundle: sql<string>`${sessionInputs.body} ->> 'bundle'` })
      .from(sessionInputs)
      .innerJoin(sessions, and(eq(sessions.id, sessionInputs.sessionId), eq(sessions.status, 'Active')))
      .where(eq(sessionInputs.kind, 'ENGINE'))
    await host.removeAllBut(new Set(rows.map(({ bundle }) => bundle)))
  }

  tick(instrumentId: string): void {
    this.#each((session) => session.row.instrumentId === instrumentId && session.wake())
  }

  account(accountId: string): void {
    this.#each((session) => session.row.brokerAccountId === accountId && session.news())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([...this.#running.values()].map((session) => session.leave()))
    await this.#host?.close()
    await this.#owner?.close()
    await this.#database.stop()
  }

  #each(work: (session: RunningSession) => unknown): void {
    for (const session of this.#running.values()) work(session)
  }

  #tellWanted(): void {
    const wanted = new Set([...this.#running.values()].flatMap(({ row }) => [row.instrumentId, ...conversionsOf(row)]))
    this.#emit({ kind: 'wanted', instrumentIds: [...wanted] })
  }

  /** Looks for sessions to run; notifications may have been missed, and other processes may have died. */
  async #scan(): Promise<void> {
    if (this.#isScanning || !this.#owner || this.#isStopped) return
    this.#isScanning = true
    try {
      if (this.#owner.isSettled) await expireDeadOwners(this.#db)
      const active = await this.#db.select({ id: sessions.id }).from(sessions).where(eq(sessions.status, 'Active'))
      for (const { id } of active) {
        if (!this.#running.has(id)) await this.#run(id).catch((error: unknown) => this.#tellFailure(id, error))
      }
      this.#told.delete(null)
    } catch (error) {
      // The database may be away; the next scan finds them.
      this.#tellFailure(null, error)
    } finally {
      this.#isScanning = false
    }
  }

  /** Once, however often it fails for the same reason. `sessionId`: null if none of them can be looked for. */
  #tellFailure(sessionId: string | null, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (this.#told.get(sessionId) === message) return
    this.#told.set(sessionId, message)
    this.#emit({ kind: 'failed', sessionId, message })
  }

  async #wake(sessionId: string): Promise<void> {
    const running = this.#running.get(sessionId)
    if (running) return running.news()
    await this.#scan()
  }

  async #run(id: string): Promise<void> {
    const [owner, host] = [this.#owner, this.#host]
    if (!owner || !host || this.#isStopped) return
    const lease = await this.#db.transaction((tx) => takeLease(tx, { kind: 'session', key: id }, owner.id))
    if (!lease || this.#running.has(id)) return
    const [row] = await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.status, 'Active')))
    if (!row) return
    const session = new RunningSession({
      db: this.#db,
      row,
      lease,
      host,
      ticks: this.#ticks,
      valuation: this.#valuation,
      history: { stored: this.#market.forOwner(row.userId), live: this.#minutes },
      known: this.#known,
      installation: this.#command.installation,
      now: () => Date.now(),
      onChange: () => this.#emit({ kind: 'changed', userId: row.userId, sessionId: id }),
      onFailure: (message) => this.#emit({ kind: 'failed', sessionId: id, message }),
    })
    this.#running.set(id, session)
    this.#told.delete(id)
    this.#tellWanted()
    void session.ended.then(() => this.#forget(id, session, lease))
  }

  async #forget(id: string, session: RunningSession, lease: Lease): Promise<void> {
    if (this.#running.get(id) === session) this.#running.delete(id)
    await this.#db.transaction((tx) => releaseLease(tx, lease)).catch(() => false)
  }

  #keepOnly(epochs: ReadonlySet<number>, askedAt: number): void {
    this.#each((session) => {
      // The answer may be older than the lease.
      if (askedAt >= session.takenAt && !epochs.has(session.lease.epoch)) void session.leave()
    })
  }
}

function conversionsOf({ spec }: SessionRow): string[] {
  return (spec as SessionSpec).conversions.map(({ id }) => id)
}
