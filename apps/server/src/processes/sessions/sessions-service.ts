import { schema } from '@tradeloom/database'
import { openPointInTimeStore, openMarketStore, type PointInTimeStore, type MarketStore } from '@tradeloom/market-data'
import { MinuteReader } from '@tradeloom/market-data/candles'
import { TickReader } from '@tradeloom/market-data/ticks'
import type { SessionSpec } from '@tradeloom/engine'
import { createSessionHost, type SessionHost } from '@tradeloom/sandbox'
import { and, eq, sql } from 'drizzle-orm'
import type { LeaseOwner } from '../../platform/leases/lease-owner.ts'
import { type Lease, releaseLease, takeLease } from '../../platform/leases/leases.ts'
import { LeasedService, lostLeases } from '../../platform/processes/leased-service.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'
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
  readonly #service: LeasedService
  readonly #ticks: TickReader
  readonly #market: MarketStore
  readonly #known: PointInTimeStore
  readonly #minutes: MinuteReader
  readonly #valuation: Valuation
  #host: SessionHost | null = null
  /** Why a session cannot be run, as it was reported last. */
  readonly #reported = new Map<string, string>()

  constructor(command: Open, emit: (event: SessionsEvent) => void) {
    this.#command = command
    this.#emit = emit
    this.#service = new LeasedService({
      connection: command.connection,
      channel: SESSIONS_CHANNEL,
      scan: (owner) => this.#scan(owner),
      wake: (sessionId) => this.#wake(sessionId),
      onLeases: (epochs, askedAt) => {
        for (const [, session] of lostLeases(this.#running, epochs, askedAt)) void session.leave()
      },
      onFailure: (sessionId, message) => emit({ kind: 'failed', sessionId, message }),
    })
    this.#ticks = new TickReader(command.marketDir)
    this.#market = openMarketStore(command.marketDir)
    this.#known = openPointInTimeStore(command.marketDir)
    this.#minutes = new MinuteReader(command.marketDir)
    const now = (): number => Date.now()
    this.#valuation = new Valuation({ ticks: this.#ticks, listings: cachedListings(this.#service.db, now), now })
    void this.#start()
  }

  async #start(): Promise<void> {
    const { cacheDir, sandboxLevel } = this.#command
    const service = this.#service
    this.#host = await createSessionHost({ cacheDir, sandboxLevel })
    await service.joined
    service.every(SCAN_MS, () => service.scan())
    service.every(LOOK_MS, async () => this.#each((session) => session.wake()))
    service.every(WANTED_MS, async () => this.#emitWanted())
    await service.scan()
    this.#emit({ kind: 'ready' })
    // What stays for now is removed at another start.
    await this.#removeUnneeded(this.#host).catch(() => undefined)
  }

  /** Engines of sessions that have ended. */
  async #removeUnneeded(host: SessionHost): Promise<void> {
    const rows = await this.#service.db
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
    this.#service.stop()
    await Promise.all([...this.#running.values()].map((session) => session.leave()))
    await this.#host?.close()
    await this.#service.close()
  }

  #each(work: (session: RunningSession) => unknown): void {
    for (const session of this.#running.values()) work(session)
  }

  #emitWanted(): void {
    const wanted = new Set([...this.#running.values()].flatMap(({ row }) => [row.instrumentId, ...conversionsOf(row)]))
    this.#emit({ kind: 'wanted', instrumentIds: [...wanted] })
  }

  async #scan(owner: LeaseOwner): Promise<void> {
    const { status } = sessions
    const active = await this.#service.db.select({ id: sessions.id }).from(sessions).where(eq(status, 'Active'))
    for (const { id } of active) {
      if (!this.#running.has(id)) await this.#run(id, owner).catch((error: unknown) => this.#report(id, error))
    }
  }

  /** Once, however often it fails for the same reason. */
  #report(sessionId: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (this.#reported.get(sessionId) === message) return
    this.#reported.set(sessionId, message)
    this.#emit({ kind: 'failed', sessionId, message })
  }

  async #wake(sessionId: string): Promise<void> {
    const running = this.#running.get(sessionId)
    if (running) return running.news()
    await this.#service.scan()
  }

  async #run(id: string, owner: LeaseOwner): Promise<void> {
    const host = this.#host
    if (!host || this.#service.isStopped) return
    const { db } = this.#service
    const lease = await db.transaction((tx) => takeLease(tx, { kind: 'session', key: id }, owner.id))
    if (!lease || this.#running.has(id)) return
    const [row] = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.status, 'Active')))
    if (!row) return
    const session = new RunningSession({
      db,
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
    this.#reported.delete(id)
    this.#emitWanted()
    void session.ended.then(() => this.#forget(id, session, lease))
  }

  async #forget(id: string, session: RunningSession, lease: Lease): Promise<void> {
    if (this.#running.get(id) === session) this.#running.delete(id)
    await this.#service.db.transaction((tx) => releaseLease(tx, lease)).catch(() => false)
  }
}

function conversionsOf({ spec }: SessionRow): string[] {
  return (spec as SessionSpec).conversions.map(({ id }) => id)
}
