import { type Drizzle, schema } from '@tradeloom/database'
import type { PointInTimeStore } from '@tradeloom/market-data'
import { sql } from 'drizzle-orm'
import type { DueSeries } from './due-series.ts'

const { sourceSeries, backtests, optimizations } = schema

const MAX_WAIT_MS = 60_000
const MIN_WAIT_MS = 1_000
const CLEAR_EVERY_MS = 24 * 60 * 60_000

export interface RefreshSeriesDeps {
  readonly db: Drizzle
  readonly due: Pick<DueSeries, 'lookAtDue'>
  readonly store: Pick<PointInTimeStore, 'states' | 'remove'>
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  readonly closing: AbortSignal
}

/** Looks at stored datasets when they are due, and deletes states that neither a dataset nor a run names any more. */
export class RefreshSeries {
  readonly #deps: RefreshSeriesDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #clearedAt = -Infinity
  #nextAt: number | null = null

  constructor(deps: RefreshSeriesDeps) {
    this.#deps = deps
  }

  /** The first look is due in a moment: another server that stops has its turn before. */
  start(): void {
    const { now, closing } = this.#deps
    if (closing.aborted) return
    const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, (this.#nextAt ?? Infinity) - now()))
    this.#timer = setTimeout(() => void this.look().then(() => this.start()), wait)
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#running
    clearTimeout(this.#timer)
  }

  async #work(): Promise<void> {
    const { due, closing, now } = this.#deps
    if (closing.aborted) return
    this.#nextAt = await due.lookAtDue(() => closing.aborted)
    if (now() - this.#clearedAt < CLEAR_EVERY_MS || closing.aborted) return
    this.#clearedAt = now()
    await clearStates(this.#deps)
  }

  /** Does what is due. Never rejects. */
  look(): Promise<void> {
    const { logger, closing } = this.#deps
    this.#running = this.#running
      .then(() => this.#work())
      .catch((error: unknown) => {
        if (!closing.aborted) logger.warn({ err: error }, 'series could not be brought up to date')
      })
    return this.#running
  }
}

/** Deletes the states that were put more than a day ago and that nothing names. */
async function clearStates({ db, store, now }: Pick<RefreshSeriesDeps, 'db' | 'store' | 'now'>): Promise<void> {
  const old = (await store.states()).filter(({ putAt }) => putAt < now() - CLEAR_EVERY_MS)
  if (old.length === 0) return
  const named = await db.execute<{ hash: string }>(sql`
    select ${sourceSeries.hash} as hash from ${sourceSeries}
    union select one ->> 'generation' from ${backtests}, jsonb_array_elements(${backtests.sources}) one
    union select one ->> 'generation' from ${optimizations}, jsonb_array_elements(${optimizations.sources}) one`)
  const kept = new Set(named.rows.map(({ hash }) => hash))
  for (const state of old) if (!kept.has(state.hash)) await store.remove(state)
}
