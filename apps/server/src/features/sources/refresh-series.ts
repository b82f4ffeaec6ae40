import { type Drizzle, schema } from '@tradeloom/database'
import type { KnownStore } from '@tradeloom/market-data'
import { sql } from 'drizzle-orm'
import type { SourceSeries } from './source-series.ts'

const { sourceSeries, backtests, optimizations } = schema

const LOOK_EVERY_MS = 60_000
const CLEAR_EVERY_MS = 24 * 60 * 60_000

export interface RefreshSeriesDeps {
  readonly db: Drizzle
  readonly series: Pick<SourceSeries, 'lookAtDue'>
  readonly store: Pick<KnownStore, 'states' | 'remove'>
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  readonly closing: AbortSignal
}

/** Looks at stored datasets once a day, and deletes states that neither a dataset nor a run names any more. */
export class RefreshSeries {
  readonly #deps: RefreshSeriesDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #clearedAt = -Infinity

  constructor(deps: RefreshSeriesDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #work(): Promise<void> {
    const { series, closing, now } = this.#deps
    if (closing.aborted) return
    await series.lookAtDue(() => closing.aborted)
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
