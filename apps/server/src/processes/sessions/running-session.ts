import { type Drizzle, isDatabaseAway, isDatabaseFull, schema, type SourceOfSession } from '@tradeloom/database'
import type { PointInTimeStore } from '@tradeloom/market-data'
import type { TickReader } from '@tradeloom/market-data/ticks'
import type { SessionHost } from '@tradeloom/sandbox'
import { eq } from 'drizzle-orm'
import type { Lease } from '../../platform/leases/leases.ts'
import type { Valuation } from '../../trading-core/prices/valuation.ts'
import { AccountNews } from './account-news.ts'
import { RunnerLost, SessionFailed } from './session-answers.ts'
import { SessionOrders } from './session-orders.ts'
import { SessionRun } from './session-run.ts'
import type { SessionRow } from './session-row.ts'
import { readScript } from './session-script.ts'
import { SessionSeries } from './session-series.ts'
import { SessionStore, SessionTaken } from './session-store.ts'
import { VenueNews } from './venue-news.ts'
import type { WarmUpSource } from '../../trading-core/prices/warm-up-bars.ts'

const { sessions } = schema

/** News of the account are looked for this often in case nobody told. */
const NEWS_MS = 500
const CHANGED_MS = 1_000
const AWAY_MS = 500
/** After other failures, doubled with each. */
const RETRY_MS = 100
/** It fails for good after as many within that time, however long it has gone on in between. */
const MAX_FAILURES = 5
const WITHIN_MS = 10 * 60_000

interface Opened {
  readonly run: SessionRun
  readonly store: SessionStore
}

export interface RunningSessionParts {
  readonly db: Drizzle
  readonly row: SessionRow
  readonly lease: Lease
  readonly host: SessionHost
  readonly ticks: TickReader
  readonly history: WarmUpSource
  readonly known: Pick<PointInTimeStore, 'read'>
  /** For the margin of its account. */
  readonly valuation: Valuation
  readonly installation: string
  readonly now: () => number
  /** Something that is shown of it has changed. */
  readonly onChange: () => void
  /** It cannot go on at the moment, as while the database is away, and tries again. */
  readonly onFailure: (message: string) => void
}

/** Keeps one session going until it is stopped, fails, or belongs to another process. */
export class RunningSession {
  readonly ended: Promise<void>
  /** When its lease was known to be held. */
  readonly takenAt = performance.now()
  readonly #parts: RunningSessionParts
  #isLeft = false
  #hasNews = true
  #newsAt = 0
  #toldAt = 0
  #failure = ''
  /** When it has failed of late, monotonic. */
  #failedAt: readonly number[] = []
  /** The row at which its runner was lost last. */
  #lostAt: number | null = null
  #wake: () => void = () => undefined

  constructor(parts: RunningSessionParts) {
    this.#parts = parts
    this.ended = this.#live()
  }

  get row(): SessionRow {
    return this.#parts.row
  }

  get lease(): Lease {
    return this.#parts.lease
  }

  /** There may be new prices. */
  wake(): void {
    this.#wake()
  }

  /** Something of its account has changed, or its owner has stopped it. */
  news(): void {
    this.#hasNews = true
    this.#wake()
  }

  /** Ends the work of this process on it; the session goes on elsewhere. */
  async leave(): Promise<void> {
    this.#isLeft = true
    this.#wake()
    await this.ended
  }

  async #live(): Promise<void> {
    while (!this.#isLeft) {
      let opened: Opened | null = null
      try {
        opened = await this.#opened()
        if (opened === null) return
        await opened.run.open()
        this.#tell(true)
        while (!this.#isLeft) await this.#round(opened.run)
        return
      } catch (error) {
        if (await this.#hasEnded(opened, error)) return
        await this.#pause(isAway(error) ? AWAY_MS : RETRY_MS * 2 ** this.#failedAt.length)
      } finally {
        opened?.run.close()
      }
    }
  }

  /** What ends it may fail, too: then it is tried again. */
  async #hasEnded(opened: Opened | null, error: unknown): Promise<boolean> {
    try {
      return await this.#isOver(opened, error)
    } catch (failure) {
      this.#tellFailure(failure)
      return false
    }
  }

  /** Whether an error is the end of this process's work on it. */
  async #isOver(opened: Opened | null, error: unknown): Promise<boolean> {
    if (opened && error instanceof SessionTaken) {
      await this.#wasTaken(opened)
      return true
    }
    if (opened && error instanceof SessionFailed) {
      await this.#end(opened.store, error)
      return true
    }
    if (opened && error instanceof RunnerLost && this.#lostAt === opened.run.rowNo) {
      const message = `Its runner was lost twice at the same price: ${error.message}`
      await this.#end(opened.store, new SessionFailed(message))
      return true
    }
    this.#tellFailure(error)
    if (opened && error instanceof RunnerLost) this.#lostAt = opened.run.rowNo
    if (isAway(error)) return false
    // Nobody knows what it would do next if it went on like this.
    const now = performance.now()
    this.#failedAt = [...this.#failedAt.filter((at) => at > now - WITHIN_MS), now].slice(-MAX_FAILURES)
    if (this.#failedAt.length < MAX_FAILURES) return false
    const { db, row, lease, valuation } = this.#parts
    const store = opened?.store ?? new SessionStore(db, row.id, lease, valuation, this.#parts.now)
    await this.#end(store, new SessionFailed(`It cannot continue: ${textOf(error)}`))
    return true
  }

  /** Null if it is not to run here. */
  async #opened(): Promise<Opened | null> {
    const { db, lease, row: named, known, valuation, now } = this.#parts
    const store = new SessionStore(db, named.id, lease, valuation, now)
    const row = await store.take()
    if (!row) return null
    const script = await readScript(db, row.algorithmVersionId)
    const news = new VenueNews(new AccountNews(db, row), row.id)
    const { sources = [] } = row.spec as { readonly sources?: readonly SourceOfSession[] }
    const series = new SessionSeries({ db, store: known, sources, now })
    const orders = new SessionOrders()
    return { store, run: new SessionRun({ ...this.#parts, row, script, store, news, orders, series }) }
  }

  async #round(run: SessionRun): Promise<void> {
    const isDue = this.#hasNews || performance.now() - this.#newsAt > NEWS_MS
    if (isDue) {
      this.#hasNews = false
      this.#newsAt = performance.now()
    }
    const next = new Promise<void>((resolve) => (this.#wake = resolve))
    const hasWorked = await run.step(isDue)
    this.#tell(false)
    if (!hasWorked && !this.#hasNews) await next
  }

  #tell(isNow: boolean): void {
    if (!isNow && performance.now() - this.#toldAt < CHANGED_MS) return
    this.#toldAt = performance.now()
    this.#parts.onChange()
  }

  /** Once, however often it fails for the same reason. */
  #tellFailure(error: unknown): void {
    const message = textOf(error)
    if (message === this.#failure) return
    this.#failure = message
    this.#parts.onFailure(message)
  }

  /** Its owner has stopped it, or another process runs it. */
  async #wasTaken({ run, store }: Opened): Promise<void> {
    const { db, row } = this.#parts
    const [now] = await db.select({ status: sessions.status }).from(sessions).where(eq(sessions.id, row.id))
    if (now?.status === 'Stopped') {
      const { records, lines } = await run.finish()
      await store.keepLast(records, lines)
    }
    this.#tell(true)
  }

  async #end(store: SessionStore, { status, message }: SessionFailed): Promise<void> {
    if (await store.end(status, message, this.#parts.installation)) {
      const level = status === 'Failed' ? 'error' : 'warning'
      await store.keepLast([], [{ time: this.#parts.now(), level, message }])
    }
    this.#tell(true)
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, ms)
    })
  }
}

/** Nothing is wrong with the session. */
function isAway(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseFull(error)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
