import { DATASET_COLUMNS, type SourceDatasetReply, type SourceProviderInfo } from '@tradeloom/contracts'
import { type Drizzle, schema } from '@tradeloom/database'
import { SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { notFound } from '../../platform/errors/app-error.ts'
import { answerSourceError, badKey, sourceAway } from './answer-source-error.ts'
import { monogramOf } from './monogram-of.ts'
import type { SourceCalls } from './source-calls.ts'
import type { Page, Place, SourceIndex } from './source-index.ts'
import type { SourceKeys } from './source-keys.ts'
import type { KeptTable, SourceTables } from './source-tables.ts'

const { sourceSettings } = schema

/** The longest real ones have about 150 characters. */
const MAX_CHARACTERS = 400
/** What a page waits for when the provider itself is asked: a search is answered from the index in any case. */
const MAX_SEARCHED = 200

export interface SourcesDeps {
  readonly db: Drizzle
  readonly providers: readonly SourceProvider[]
  readonly calls: Pick<SourceCalls, 'use'>
  readonly index: SourceIndex
  readonly keys: Pick<SourceKeys, 'ofUser' | 'ofOperator'>
  readonly tables: SourceTables
  readonly logger: { debug(fields: object, message: string): void }
}

export interface DatasetsQuery extends Page {
  readonly database?: string | undefined
  readonly search?: string | undefined
}

/** Lists and tables of data providers as users see them. */
export class SourcesService {
  readonly #deps: SourcesDeps

  constructor(deps: SourcesDeps) {
    this.#deps = deps
  }

  async providers(): Promise<SourceProviderInfo[]> {
    const on = new Set((await this.#on()).map(({ name }) => name))
    return this.#deps.providers.map((provider) => infoOf(provider, on.has(provider.name)))
  }

  async databases() {
    const rows = await this.#deps.index.databases(await this.#onNames())
    const datasetsCount = rows.reduce((sum, { datasetsCount: one }) => sum + (one ?? 0), 0)
    return { datasetsCount, data: rows.map(databaseOf) }
  }

  async database(provider: string, code: string) {
    const [row] = await this.#deps.index.databasesAt(await this.#onNames(), { provider, code })
    if (!row) throw notFound('Database')
    return databaseOf(row)
  }

  /** Visitors see what is known already: they cost the providers nothing. */
  async datasets({ database, search: words, start, count }: DatasetsQuery, userId: string | null) {
    const search = words ?? null
    const { index } = this.#deps
    const on = await this.#on()
    const names = on.map(({ name }) => name)
    const page = { start, count }
    if (database === undefined) {
      if (search !== null && userId !== null)
        await Promise.all(on.map((provider) => this.#find(provider, search, userId)))
      return index.search(names, search, page)
    }
    const place = placeOf(database)
    const places = await index.databasesAt(names, place)
    if (places.length === 0) throw notFound('Database')
    if (search !== null) return index.datasets(places, search, page)
    if (userId !== null)
      for (const { provider, code } of places) await this.#list(this.#named(provider), code, page, userId)
    return index.page(await index.databasesAt(names, place), page)
  }

  async dataset(name: string, code: string, apiKey: string | null, userId: string): Promise<SourceDatasetReply> {
    const provider = await this.provider(name)
    if (code === '' || code.length > MAX_CHARACTERS) throw notFound('Dataset')
    const { calls, tables } = this.#deps
    const key = apiKey ?? (await this.keyOf(provider, userId))
    if (key === null && provider.keyNeed === 'required') throw badKey('Please enter your API key')
    const fetch = () => calls.use(provider, key, 'page', (call) => provider.dataset(call, code))
    // What one key opens, another one may not.
    const place = JSON.stringify([name, key === null ? null : createHash('sha256').update(key).digest('base64'), code])
    try {
      return replyOf(await tables.fresh(place, fetch), null)
    } catch (error) {
      const old = error instanceof SourceError && isPassing(error) ? tables.stale(place) : null
      if (old === null) throw answerSourceError(error, provider)
      return replyOf(old, sourceAway(provider.title).message)
    }
  }

  /** One that is on. */
  async provider(name: string): Promise<SourceProvider> {
    const provider = (await this.#on()).find((one) => one.name === name)
    if (!provider) throw notFound('Data provider')
    return provider
  }

  /** The user's key, or the operator's where the terms allow that it serves all. */
  async keyOf(provider: SourceProvider, userId: string): Promise<string | null> {
    if (provider.keyNeed === 'none') return null
    const own = await this.#deps.keys.ofUser(userId, provider)
    return own ?? (provider.isKeyShared ? this.#deps.keys.ofOperator(provider) : null)
  }

  /** Asks for a page of a list, once a day. */
  async #list(provider: SourceProvider, database: string, page: Page, userId: string): Promise<void> {
    const { index } = this.#deps
    await this.#ask(provider, `list ${database} ${page.start} ${page.count}`, userId, async (call) => {
      const { found, data } = await provider.datasets(call, { database, ...page })
      await index.putPage(provider.name, database, page, found, data)
    })
  }

  /** Asks the provider's own search, once a day for the same words. */
  async #find(provider: SourceProvider, search: string, userId: string): Promise<void> {
    await this.#ask(provider, `search ${search.toLowerCase()}`, userId, async (call) => {
      const { data } = await provider.datasets(call, { search, start: 0, count: MAX_SEARCHED })
      await this.#deps.index.putFound(provider.name, data)
    })
  }

  /** What the provider does not answer now is missing from the list, which says nothing of it. */
  async #ask(
    provider: SourceProvider,
    what: string,
    userId: string,
    work: Parameters<SourceCalls['use']>[3],
  ): Promise<void> {
    const { index, calls, logger } = this.#deps
    if (!(await index.isDue(provider.name, what))) return
    const key = await this.keyOf(provider, userId)
    if (key === null && provider.keyNeed === 'required') return
    try {
      await calls.use(provider, key, 'page', work)
      await index.noteAnswered(provider.name, what)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      logger.debug({ provider: provider.name, kind: error.kind }, 'a list of a data provider could not be read')
    }
  }

  #named(name: string): SourceProvider {
    const provider = this.#deps.providers.find((one) => one.name === name)
    if (!provider) throw notFound('Data provider')
    return provider
  }

  async #on(): Promise<SourceProvider[]> {
    const rows = await this.#deps.db
      .select({ provider: sourceSettings.provider })
      .from(sourceSettings)
      .where(eq(sourceSettings.isOn, true))
    return this.#deps.providers.filter(({ name }) => rows.some(({ provider }) => provider === name))
  }

  async #onNames(): Promise<string[]> {
    return (await this.#on()).map(({ name }) => name)
  }
}

export function infoOf({ name, title, keyNeed, signUp, terms }: SourceProvider, isOn: boolean): SourceProviderInfo {
  return { name, title, isOn, keyNeed, signUp, terms }
}

type DatabaseRow = Awaited<ReturnType<SourceIndex['databases']>>[number]

function databaseOf({ code, provider, name, description, premium, datasetsCount }: DatabaseRow) {
  return { code, providerName: provider, name, description, image: monogramOf(name, provider), premium, datasetsCount }
}

/** Codes may contain slashes, names of providers do not. */
function placeOf(text: string): Place {
  const slash = text.indexOf('/')
  return slash < 0 ? { provider: null, code: text } : { provider: text.slice(0, slash), code: text.slice(slash + 1) }
}

/** Whether older values are better than none. */
function isPassing({ kind }: SourceError): boolean {
  return kind === 'away' || kind === 'limit' || kind === 'unreadable'
}

function replyOf({ table, fetched }: KeptTable, error: string | null): SourceDatasetReply {
  const { columns, order, rows, dimensions = null } = table
  const shown = columns.slice(0, DATASET_COLUMNS + 1)
  return {
    meta: {
      columns: shown.map(({ name, type, label = null, unit = null }) => ({ name, type, label, unit })),
      order,
      columnsCount: columns.length - 1,
      fetched,
      dimensions: dimensions && dimensions.map((one) => ({ ...one, values: [...one.values] })),
    },
    data: rows.map((row) => row.slice(0, DATASET_COLUMNS + 1)),
    error,
  }
}
