import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import type { SourceDatabase, SourceDataset } from '@tradeloom/market-data/sources'
import { and, asc, count, eq, gte, inArray, lt, notInArray, or, sql, type SQL } from 'drizzle-orm'

const { sourceDatabases, sourceDatasets, sourceLookups } = schema

const DAY_MS = 24 * 60 * 60_000
/** Rows of one statement. */
const BATCH = 1000

export interface Page {
  readonly start: number
  readonly count: number
}

/** A database by its provider and code; null: any. */
export interface Place {
  readonly provider: string | null
  readonly code: string | null
}

/** What providers have listed, in the database: what visitors see, and what searches are answered from. */
export class SourceIndex {
  readonly #db: Drizzle
  readonly #now: () => number

  constructor(db: Drizzle, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async databases(providers: readonly string[]) {
    if (providers.length === 0) return []
    return this.#db
      .select()
      .from(sourceDatabases)
      .where(inArray(sourceDatabases.provider, [...providers]))
      .orderBy(asc(sourceDatabases.provider), asc(sourceDatabases.position))
  }

  /** Those with the code of a place: one, unless several providers have it. */
  async databasesAt(providers: readonly string[], { provider, code }: Place) {
    const wanted = provider === null ? [...providers] : providers.filter((one) => one === provider)
    if (wanted.length === 0) return []
    return this.#db
      .select()
      .from(sourceDatabases)
      .where(and(inArray(sourceDatabases.provider, wanted), code === null ? undefined : eq(sourceDatabases.code, code)))
      .orderBy(asc(sourceDatabases.provider))
  }

  /** Replaces the databases of a provider; how many datasets were counted in one stays known. */
  async putDatabases(provider: string, databases: readonly SourceDatabase[]): Promise<void> {
    await this.#db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`sources ${provider}`}))`)
      for (let from = 0; from < databases.length; from += BATCH) {
        const rows = databases.slice(from, from + BATCH).map((one, at) => ({ ...one, provider, position: from + at }))
        await tx
          .insert(sourceDatabases)
          .values(rows)
          .onConflictDoUpdate({
            target: [sourceDatabases.provider, sourceDatabases.code],
            set: {
              name: sql`excluded.name`,
              description: sql`excluded.description`,
              premium: sql`excluded.premium`,
              position: sql`excluded.position`,
              datasetsCount: sql`coalesce(excluded.datasets_count, ${sourceDatabases.datasetsCount})`,
            },
          })
      }
      const listed = databases.map(({ code }) => code)
      await tx
        .delete(sourceDatabases)
        .where(
          and(
            eq(sourceDatabases.provider, provider),
            listed.length === 0 ? sql`true` : notInArray(sourceDatabases.code, listed),
          ),
        )
    })
  }

  /** A page as its provider listed it just now, with how many datasets there are. */
  async putPage(
    provider: string,
    database: string,
    page: Page,
    found: number,
    data: readonly SourceDataset[],
  ): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const inDatabase = and(eq(sourceDatasets.provider, provider), eq(sourceDatasets.databaseCode, database))
      const inPage = and(
        inDatabase,
        gte(sourceDatasets.position, page.start),
        lt(sourceDatasets.position, page.start + page.count),
      )
      await tx.delete(sourceDatasets).where(or(inPage, and(inDatabase, gte(sourceDatasets.position, found))))
      await this.#put(
        tx,
        provider,
        data.map((one, at) => ({ ...one, position: page.start + at })),
      )
      await tx
        .update(sourceDatabases)
        .set({ datasetsCount: found })
        .where(and(eq(sourceDatabases.provider, provider), eq(sourceDatabases.code, database)))
    })
  }

  /** Datasets that a search of the provider found. */
  async putFound(provider: string, data: readonly SourceDataset[]): Promise<void> {
    await this.#db.transaction((tx) =>
      this.#put(
        tx,
        provider,
        data.map((one) => ({ ...one, position: null })),
      ),
    )
  }

  /** A page of each of these databases as their providers listed it, also where earlier pages are not known. */
  async page(databases: readonly (typeof sourceDatabases.$inferSelect)[], { start, count: most }: Page) {
    const isInPage = and(gte(sourceDatasets.position, start), lt(sourceDatasets.position, start + most))
    const data = await this.#rows(and(atPlaces(databases), isInPage), most * databases.length, 0)
    return { found: databases.reduce((sum, { datasetsCount }) => sum + (datasetsCount ?? 0), 0), data }
  }

  /** Datasets of these databases that have these words; all of them without words. */
  async datasets(places: readonly Place[], words: string | null, { start, count: most }: Page) {
    const where = and(atPlaces(places), words === null ? undefined : hasWords(words))
    const [total] = await this.#db.select({ found: count() }).from(sourceDatasets).where(where)
    return { found: total?.found ?? 0, data: await this.#rows(where, most, start) }
  }

  /** All datasets that were found or listed at these providers and have these words; all without words. */
  async search(providers: readonly string[], words: string | null, page: Page) {
    if (providers.length === 0) return { found: 0, data: [] }
    return this.datasets(
      providers.map((provider) => ({ provider, code: null })),
      words,
      page,
    )
  }

  #rows(where: SQL | undefined, most: number, start: number) {
    return this.#db
      .select({
        code: sourceDatasets.code,
        name: sourceDatasets.name,
        providerName: sourceDatasets.provider,
        databaseCode: sourceDatasets.databaseCode,
      })
      .from(sourceDatasets)
      .where(where)
      .orderBy(
        asc(sourceDatasets.provider),
        asc(sourceDatasets.databaseCode),
        asc(sourceDatasets.position),
        asc(sourceDatasets.code),
      )
      .limit(most)
      .offset(start)
  }

  /** Whether the provider has not answered this for a day. */
  async isDue(provider: string, what: string): Promise<boolean> {
    const [row] = await this.#db
      .select({ askedAt: sourceLookups.askedAt })
      .from(sourceLookups)
      .where(and(eq(sourceLookups.provider, provider), eq(sourceLookups.what, what)))
    return !row || this.#now() - row.askedAt.getTime() >= DAY_MS
  }

  async noteAnswered(provider: string, what: string): Promise<void> {
    const askedAt = new Date(this.#now())
    await this.#db
      .insert(sourceLookups)
      .values({ provider, what, askedAt })
      .onConflictDoUpdate({ target: [sourceLookups.provider, sourceLookups.what], set: { askedAt } })
  }

  async clearLookups(): Promise<void> {
    await this.#db.delete(sourceLookups).where(lt(sourceLookups.askedAt, new Date(this.#now() - DAY_MS)))
  }

  async #put(
    tx: Transaction,
    provider: string,
    rows: readonly (SourceDataset & { position: number | null })[],
  ): Promise<void> {
    // A list that moved while it was read names some twice.
    const unique = [...new Map(rows.map((row) => [row.code, { ...row, provider }])).values()]
    for (let from = 0; from < unique.length; from += BATCH)
      await tx
        .insert(sourceDatasets)
        .values(unique.slice(from, from + BATCH))
        .onConflictDoUpdate({
          target: [sourceDatasets.provider, sourceDatasets.code],
          set: {
            name: sql`excluded.name`,
            // A search does not know where it stands.
            databaseCode: sql`case when excluded.position is null then ${sourceDatasets.databaseCode} else excluded.database_code end`,
            position: sql`coalesce(excluded.position, ${sourceDatasets.position})`,
          },
        })
  }
}

function atPlaces(places: readonly Place[]): SQL | undefined {
  return or(
    ...places.map(({ provider, code }) =>
      and(
        provider === null ? undefined : eq(sourceDatasets.provider, provider),
        code === null ? undefined : eq(sourceDatasets.databaseCode, code),
      ),
    ),
  )
}

/** Every word, or its beginning. Text without any finds nothing. */
function hasWords(text: string): SQL {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql`false`
  const query = words.map((word) => `${word.toLowerCase()}:*`).join(' & ')
  return sql`${sourceDatasets.words} @@ to_tsquery('simple', ${query})`
}
