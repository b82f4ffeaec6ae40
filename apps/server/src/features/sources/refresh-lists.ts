import { setTimeout as wait } from 'node:timers/promises'
import { type Drizzle, schema } from '@tradeloom/database'
import { type SourceCall, SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import { and, eq, lte } from 'drizzle-orm'
import type { SourceCalls } from './source-calls.ts'
import type { SourceIndex } from './source-index.ts'
import type { SourceKeys } from './source-keys.ts'
import { clearBudgets } from './source-limits-table.ts'

const { sourceSettings } = schema

const LOOK_EVERY_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
const AGAIN_MS = 15 * 60_000
const PAGE = 1000
/** Between pages: users who wait for a provider that answers one request at a time get their turns. */
const PAUSE_MS = 1000
/** Then nothing else will be answered either. */
const PASSING: ReadonlySet<unknown> = new Set(['away', 'limit', 'bad-key'])

export interface RefreshListsDeps {
  readonly db: Drizzle
  readonly providers: readonly SourceProvider[]
  readonly calls: Pick<SourceCalls, 'use'>
  readonly index: SourceIndex
  readonly keys: SourceKeys
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
  readonly closing: AbortSignal
}

/** Asks once a day what the providers that are on have, with the operator's keys. One of the servers does it. */
export class RefreshLists {
  readonly #deps: RefreshListsDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: RefreshListsDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    void this.look()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  get #isStopped(): boolean {
    return this.#deps.closing.aborted
  }

  /** Refreshes what is due. Never rejects. */
  look(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#look())
      .catch((error: unknown) => {
        if (!this.#isStopped)
          this.#deps.logger.warn({ err: error }, 'the lists of data providers could not be refreshed')
      })
    return this.#running
  }

  async #look(): Promise<void> {
    await Promise.all(this.#deps.providers.map((provider) => this.#refreshIfDue(provider)))
  }

  async #refreshIfDue(provider: SourceProvider): Promise<void> {
    if (this.#isStopped || !(await this.#claim(provider))) return
    const { db, index, logger, now } = this.#deps
    const isThis = eq(sourceSettings.provider, provider.name)
    try {
      await this.#refresh(provider)
      await db
        .update(sourceSettings)
        .set({ listedAt: new Date(now()), problem: null })
        .where(isThis)
    } catch (error) {
      if (this.#isStopped) return
      const problem = error instanceof SourceError ? error.message : 'The lists could not be stored'
      logger.warn({ err: error, provider: provider.name }, 'the lists of a data provider could not be refreshed')
      await db
        .update(sourceSettings)
        .set({ problem, dueAt: new Date(now() + AGAIN_MS) })
        .where(isThis)
    }
    await index.clearLookups()
    await clearBudgets(db, now())
  }

  /** True for the one server that does it. */
  async #claim({ name }: SourceProvider): Promise<boolean> {
    const { db, now } = this.#deps
    const isDue = and(
      eq(sourceSettings.provider, name),
      eq(sourceSettings.isOn, true),
      lte(sourceSettings.dueAt, new Date(now())),
    )
    const rows = await db
      .update(sourceSettings)
      .set({ dueAt: new Date(now() + DAY_MS) })
      .where(isDue)
      .returning({ provider: sourceSettings.provider })
    return rows.length > 0
  }

  async #refresh(provider: SourceProvider): Promise<void> {
    const { calls, index, keys } = this.#deps
    const key = provider.keyNeed === 'none' ? null : await keys.ofOperator(provider)
    if (key === null && provider.keyNeed === 'required')
      return index.putDatabases(provider.name, provider.catalog ?? [])
    await calls.use(provider, key, 'background', async (call) => {
      await index.putDatabases(provider.name, await provider.databases(call))
      await this.#listNames(provider, call)
    })
  }

  /** Names for searches: as many pages a day as the provider's file allows, those of databases not yet listed first. */
  async #listNames(provider: SourceProvider, call: SourceCall): Promise<void> {
    const { index, logger } = this.#deps
    let left = provider.listPages
    const isListed = ({ datasetsCount }: { datasetsCount: number | null }) => (datasetsCount === null ? 0 : 1)
    const databases = (await index.databases([provider.name])).toSorted((a, b) => isListed(a) - isListed(b))
    for (const { code: database } of databases) {
      for (let start = 0, found = 1; start < found; start += PAGE) {
        if (left <= 0 || this.#isStopped) return
        const what = `list ${database} ${start} ${PAGE}`
        if (!(await index.isDue(provider.name, what))) break
        left -= 1
        try {
          const page = await provider.datasets(call, { database, start, count: PAGE })
          await index.putPage(provider.name, database, { start, count: PAGE }, page.found, page.data)
          found = page.found
        } catch (error) {
          // One list that cannot be read keeps no other one from being read.
          if (!(error instanceof SourceError) || PASSING.has(error.kind)) throw error
          logger.warn(
            { provider: provider.name, database, kind: error.kind },
            'a list of a data provider cannot be read',
          )
          found = 0
        }
        await index.noteAnswered(provider.name, what)
        await wait(PAUSE_MS, undefined, { signal: this.#deps.closing })
      }
    }
  }
}
