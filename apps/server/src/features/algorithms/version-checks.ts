import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '@tradeloom/bus'
import type { VersionCheckChange } from '@tradeloom/contracts'
import { type Drizzle, retryWhileAway, schema } from '@tradeloom/database'
import { type BarInterval, isBarInterval } from '@tradeloom/domain'
import { ENGINE_VERSION } from '@tradeloom/engine'
import type { MarketStore } from '@tradeloom/market-data'
import type { RunnerPool } from '@tradeloom/sandbox'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { viewCheck } from './algorithm-views.ts'
import type { CheckRow } from './algorithms.repository.ts'
import { checkMarket } from './check-market.ts'
import { type EndedCheck, notRun, readReport, type SandboxReport, verdictOf } from './check-verdict.ts'

const { algorithms, algorithmVersions, backtests, versionChecks } = schema

/** What travels on `version-check.<algorithm>`. It is for the owner. */
export interface CheckMessage {
  readonly userId: string
  readonly data: VersionCheckChange
}

interface Deps {
  readonly db: Drizzle
  readonly store: MarketStore
  readonly bus: Bus
  readonly logger: FastifyBaseLogger
}

/** A check that loses its runner is given to another one this often in all. */
const MOST_ATTEMPTS = 2
/** Scripts that need more than this for some twenty runs over five weeks are not worth waiting for. */
const LIMITS = { cpuMs: 30_000, wallMs: 180_000 }
/** Backtests that wait for a runner go first; this often it is looked whether there are any. */
const LOOK_MS = 500
const RECENT = 50
/** A verdict waits this long for a database that is away; after that the check is made again. */
const KEEP_VERDICT_MS = 10 * 60_000
const AGAIN_MS = 5000

type Taken = Pick<typeof algorithmVersions.$inferSelect, 'id' | 'algorithmId' | 'script' | 'externals'> & {
  readonly userId: string
  readonly attempts: number
}

/**
 * Checks versions after they were saved, one at a time, behind all other work. What is to be done stands in the
 * database, so that a restart forgets nothing.
 */
export class VersionChecks {
  readonly #deps: Deps
  readonly #abort = new AbortController()
  /** Null until this server works on checks. */
  #pool: Pick<RunnerPool, 'check' | 'stats'> | null = null
  #working: Promise<void> | null = null
  #isAsked = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** What a server that ended has left half done is done again. */
  async start(pool: Pick<RunnerPool, 'check' | 'stats'>): Promise<void> {
    await this.#requeue()
    this.#pool = pool
    this.wake()
  }

  async #requeue(): Promise<void> {
    await this.#deps.db.update(versionChecks).set({ status: 'queued' }).where(eq(versionChecks.status, 'checking'))
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#working
  }

  /** There may be something to do. */
  wake(): void {
    this.#isAsked = true
    if (!this.#pool || this.#abort.signal.aborted || this.#working) return
    this.#working = this.#workOff()
      .catch((error: unknown) => this.#goOnLater(error))
      .finally(() => {
        this.#working = null
        if (this.#isAsked) this.wake()
      })
  }

  /** Whatever went wrong, such as a database that was away for long: nothing stays half done. */
  async #goOnLater(cause: unknown): Promise<void> {
    const { signal } = this.#abort
    this.#deps.logger.error({ err: cause }, 'checks of versions')
    await wait(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    this.#isAsked = true
    await this.#patiently(() => this.#requeue()).catch((again: unknown) =>
      this.#deps.logger.error({ err: again }, 'checks of versions'),
    )
  }

  #patiently<Value>(work: () => Promise<Value>): Promise<Value> {
    return retryWhileAway(work, { limitMs: KEEP_VERDICT_MS, signal: this.#abort.signal })
  }

  /** Queues a check, unless one is on its way. */
  async ask(versionId: string): Promise<CheckRow> {
    const { db } = this.#deps
    const fresh = { status: 'queued', verdict: null, reason: null, findings: [], attempts: 0 } as const
    await db
      .insert(versionChecks)
      .values({ versionId })
      .onConflictDoUpdate({
        target: versionChecks.versionId,
        set: { ...fresh, findings: [], queuedAt: new Date() },
        setWhere: eq(versionChecks.status, 'done'),
      })
    const [row] = await db.select().from(versionChecks).where(eq(versionChecks.versionId, versionId))
    this.wake()
    return row as CheckRow
  }

  /** The newest checks of a user's versions, as they are now. */
  async recent(userId: string): Promise<VersionCheckChange[]> {
    const rows = await this.#deps.db
      .select({ check: versionChecks, algorithmId: algorithms.id })
      .from(versionChecks)
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionChecks.versionId))
      .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
      .where(eq(algorithms.userId, userId))
      .orderBy(desc(versionChecks.queuedAt))
      .limit(RECENT)
    return rows.map(({ check, algorithmId }) => ({ algorithmId, versionId: check.versionId, check: viewCheck(check) }))
  }

  async #workOff(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      this.#isAsked = false
      await this.#letOthersGo(signal)
      if (signal.aborted) return
      const taken = await this.#patiently(() => this.#take())
      if (!taken) {
        if (this.#isAsked) continue
        return
      }
      try {
        await this.#check(taken, signal)
      } catch (error) {
        await this.#giveUp(taken, error)
      }
    }
  }

  /** A check that fails, however it does, ends itself and nothing else. */
  async #giveUp(taken: Taken, error: unknown): Promise<void> {
    this.#deps.logger.error({ err: error, version: taken.id }, 'check of a version failed')
    const isLast = taken.attempts >= MOST_ATTEMPTS
    const end = { ...notRun('The check failed and proves nothing'), status: 'done', checkedAt: new Date() } as const
    await this.#save(taken.id, isLast ? { ...end, engineVersion: ENGINE_VERSION } : { status: 'queued' })
    if (isLast) await this.#tell(taken)
  }

  async #letOthersGo(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.#pool?.stats().waiting ?? 0) > 0) {
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Users take turns: of each one the oldest first. */
  async #take(): Promise<Taken | null> {
    const { db } = this.#deps
    const queued = db
      .select({
        versionId: versionChecks.versionId,
        turn: sql<number>`row_number() over (partition by ${algorithms.userId} order by ${versionChecks.queuedAt})`.as(
          'turn',
        ),
        queuedAt: versionChecks.queuedAt,
      })
      .from(versionChecks)
      .innerJoin(algorithmVersions, eq(algorithmVersions.id, versionChecks.versionId))
      .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
      .where(eq(versionChecks.status, 'queued'))
      .as('queued')
    const [next] = await db.select().from(queued).orderBy(queued.turn, queued.queuedAt).limit(1)
    if (!next) return null
    const [row] = await db
      .update(versionChecks)
      .set({ status: 'checking', attempts: sql`${versionChecks.attempts} + 1` })
      .where(and(eq(versionChecks.versionId, next.versionId), eq(versionChecks.status, 'queued')))
      .returning()
    const [found] = await db
      .select({
        id: algorithmVersions.id,
        algorithmId: algorithmVersions.algorithmId,
        script: algorithmVersions.script,
        externals: algorithmVersions.externals,
        userId: algorithms.userId,
      })
      .from(algorithmVersions)
      .innerJoin(algorithms, eq(algorithms.id, algorithmVersions.algorithmId))
      .where(eq(algorithmVersions.id, next.versionId))
    // It may have been deleted just now; then the next one is looked for.
    return row && found ? { ...found, attempts: row.attempts } : this.#take()
  }

  async #check(taken: Taken, signal: AbortSignal): Promise<void> {
    const { store, logger } = this.#deps
    const pool = this.#pool!
    await this.#tell(taken)
    const usual = await this.#patiently(() => this.#usualSettings(taken))
    const request = {
      source: taken.script,
      externals: usual.externals,
      interval: usual.interval,
      limits: LIMITS,
      signal,
    }
    const market = await checkMarket(store.forOwner(taken.userId), { ...usual, script: taken.script })
    const first = await pool.check({ ...request, ...(market ? { market } : {}) })
    const report = readReport(first)
    // On a market that fits the script it may do more: few entries on real prices prove little.
    const wantsMore = market && typeof report !== 'string' && report.isThin && report.findings.length === 0
    const second = wantsMore ? await pool.check(request) : null
    // A server that stops leaves it as it is: it is begun again at the next start.
    if (signal.aborted) return
    const lost = [first, second].find((outcome) => outcome?.status === 'failed')
    if (lost?.status === 'failed' && taken.attempts < MOST_ATTEMPTS) {
      logger.warn({ version: taken.id, reason: lost.error.message }, 'check lost its runner')
      await this.#save(taken.id, { status: 'queued' })
      return
    }
    const ended = joined(report, second && readReport(second))
    await this.#save(taken.id, { ...ended, status: 'done', engineVersion: ENGINE_VERSION, checkedAt: new Date() })
    await this.#tell(taken)
  }

  /** What the newest backtest was run on, and its values for externals that the script gives none. */
  async #usualSettings({ algorithmId, externals, userId }: Taken) {
    const [newest] = await this.#deps.db
      .select({
        interval: backtests.interval,
        externals: backtests.externals,
        instrumentId: backtests.instrumentId,
        end: backtests.end,
      })
      .from(backtests)
      .where(and(eq(backtests.algorithmId, algorithmId), eq(backtests.userId, userId)))
      .orderBy(desc(backtests.createdAt))
      .limit(1)
    const values: Record<string, number> = {}
    for (const { name, defaultValue } of externals) {
      const value = defaultValue ?? newest?.externals[name]
      if (value !== undefined) values[name] = value
    }
    const interval: BarInterval = newest && isBarInterval(newest.interval) ? newest.interval : 'M15'
    const lastRun = newest ? { instrumentId: newest.instrumentId, end: newest.end.getTime() } : null
    return { externals: values, interval, lastRun }
  }

  async #save(versionId: string, change: Partial<CheckRow>): Promise<void> {
    const { db } = this.#deps
    await this.#patiently(() => db.update(versionChecks).set(change).where(eq(versionChecks.versionId, versionId)))
  }

  async #tell({ id, algorithmId, userId }: Taken): Promise<void> {
    const { db } = this.#deps
    const [row] = await this.#patiently(() => db.select().from(versionChecks).where(eq(versionChecks.versionId, id)))
    if (!row) return
    const data: VersionCheckChange = { algorithmId, versionId: id, check: viewCheck(row) }
    this.#deps.bus.publish(`version-check.${algorithmId}`, { userId, data } satisfies CheckMessage)
  }
}

/** A second check that came to no end takes nothing away from the first. */
function joined(first: SandboxReport | string, second: SandboxReport | string | null): EndedCheck {
  if (typeof first === 'string') return notRun(first)
  if (typeof second === 'string') return verdictOf([first], `On simulated data: ${second}`)
  return verdictOf(second ? [first, second] : [first], null)
}
