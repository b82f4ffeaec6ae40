import { type Drizzle, newId, schema, type SourceOfRun, type SourceOfSession } from '@tradeloom/database'
import { knownFromProblem, seriesId } from '@tradeloom/domain'
import { type FetchedKnown, fetchKnown, type PointInTimeStore } from '@tradeloom/market-data'
import { type SourceCall, SourceError, type SourceProvider } from '@tradeloom/market-data/sources'
import type { SeriesUse } from '@tradeloom/script'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, conflict, invalid } from '../../platform/errors/app-error.ts'
import { readsLive } from './live-series.ts'
import { nextLook, releasesLeft } from './next-look.ts'
import { seriesReleases } from './series-releases.ts'
import type { SourceCalls } from './source-calls.ts'
import type { SourcesService } from './sources.service.ts'

const { sourceSeries } = schema

export type SeriesRow = typeof sourceSeries.$inferSelect

/** Of a run that may be started again in a moment. */
const SERIES_FETCHING = 'series-fetching'

/** How long somebody who starts a run waits until a dataset is fetched; it is fetched on. */
const PATIENCE_MS = 20_000
/** A dataset that was looked at this recently is as it is now. */
const FRESH_MS = 60_000
const HOUR_MS = 60 * 60_000
/** Each is looked at once a day at least. */
const MAX_OF_OWNER = 300
/** Of those that everybody may read. */
const MAX_SHARED = 5000

export interface SourceSeriesDeps {
  readonly db: Drizzle
  readonly sources: Pick<SourcesService, 'providers' | 'keyOf'>
  readonly providers: readonly SourceProvider[]
  readonly calls: Pick<SourceCalls, 'use'>
  readonly store: PointInTimeStore
  readonly now: () => number
}

/** A dataset of a user: where it comes from, and whose it is. */
interface Place {
  readonly provider: SourceProvider
  readonly code: string
  readonly column: string | null
  /** Null: everybody's. */
  readonly ownerId: string | null
}

/** A fetch that is under way. */
interface Fetch {
  readonly row: Promise<SeriesRow>
  /** Values read so far. */
  found: number
}

/** What there is of a dataset for a user. */
export interface SeriesFound {
  readonly row: SeriesRow | null
  /** Values read so far, while it is being fetched. */
  readonly fetching: number | null
}

/** Datasets that scripts read: fetched before a run, and looked at from then on. */
export class SourceSeries {
  readonly #deps: SourceSeriesDeps
  readonly #fetching = new Map<string, Fetch>()

  constructor(deps: SourceSeriesDeps) {
    this.#deps = deps
  }

  /** The states of the datasets that a run of a script reads; fetches what is missing. Throws if it cannot be run. */
  async forRun(
    uses: readonly Pick<SeriesUse, 'code' | 'column'>[],
    { start, end }: { readonly start: Date; readonly end: Date },
    userId: string,
  ): Promise<SourceOfRun[]> {
    const all: SourceOfRun[] = []
    for (const { code, column } of uses) {
      const id = seriesId(code, column)
      const row = await this.#withAllUntil(end.getTime(), { code, column }, userId)
      const problem = knownFromProblem(id, row.first?.getTime() ?? null, start.getTime())
      if (problem !== null) throw invalid(problem, FIELD)
      const { hash, qualities } = await this.#deps.store.seenUntil({ code, column, hash: row.hash }, end.getTime())
      all.push({ id, hash, generation: row.hash, qualities })
    }
    return all
  }

  /** The stored series that a session of a script reads; fetches what is missing. Throws if it cannot start. */
  async forSession(
    uses: readonly Pick<SeriesUse, 'code' | 'column'>[],
    start: number,
    userId: string,
  ): Promise<SourceOfSession[]> {
    const all: SourceOfSession[] = []
    for (const { code, column } of uses) {
      const id = seriesId(code, column)
      const row = await this.#withAllUntil(start, { code, column }, userId)
      const problem = knownFromProblem(id, row.first?.getTime() ?? null, start)
      if (problem !== null) throw invalid(problem, FIELD)
      all.push({ id, seriesId: row.id })
    }
    return all
  }

  /** What there is of a dataset for a user. Throws if their scripts cannot read it. */
  async find(code: string, column: string | null, userId: string): Promise<SeriesFound> {
    const place = await this.#placeOf(code, column, userId)
    return { row: await this.#stored(place), fetching: this.#fetching.get(keyOf(place))?.found ?? null }
  }

  /** Fetches a dataset, or what is new of it; null while that goes on. Throws if it cannot be fetched. */
  async fetch(code: string, column: string | null, userId: string): Promise<SeriesRow | null> {
    const place = await this.#placeOf(code, column, userId)
    return this.#upToDate(seriesId(code, column), place, Infinity, userId)
  }

  /** Brings a stored dataset up to date. */
  async lookAt({ provider: name, code, column, ownerId }: SeriesRow): Promise<SeriesRow> {
    const provider = this.#deps.providers.find((one) => one.name === name)
    if (!provider) throw new Error(`There is no data provider ${name}`)
    return this.#fetch({ provider, code, column: column || null, ownerId }, ownerId, 'background')
  }

  async #placeOf(code: string, column: string | null, userId: string): Promise<Place> {
    const [name = ''] = code.split(':')
    const { providers, sources } = this.#deps
    const provider = providers.find((one) => one.name === name.toLowerCase())
    if (!provider) {
      const known = providers.map((one) => one.name.toUpperCase()).join(', ')
      throw invalid(`There is no data provider ${name}, which the script reads: there are ${known}`, FIELD)
    }
    const { title, terms, keyNeed, isKeyShared } = provider
    if (!(await sources.providers()).some((one) => one.name === provider.name && one.isOn))
      throw invalid(`${title} is switched off here. An administrator can switch it on`, FIELD)
    if (terms.keep === 'page')
      throw invalid(`${title} does not allow its values to be kept, so scripts cannot read them`, FIELD)
    const isShared = keyNeed === 'none' || isKeyShared
    return { provider, code: code.slice(name.length + 1), column, ownerId: isShared ? null : userId }
  }

  /** Throws if what a run until `end` could see may be missing. */
  async #withAllUntil(
    end: number,
    { code, column }: Pick<SeriesUse, 'code' | 'column'>,
    userId: string,
  ): Promise<SeriesRow> {
    const id = seriesId(code, column)
    const row = await this.#upToDate(id, await this.#placeOf(code, column, userId), end, userId)
    if (row !== null) return row
    throw new AppError('conflict', SERIES_FETCHING, `Series ${id} is being fetched. Run it again in a moment`)
  }

  /** With all that a run until `end` could see; null while it is being fetched. */
  async #upToDate(id: string, place: Place, end: number, userId: string): Promise<SeriesRow | null> {
    const { now } = this.#deps
    const known = await this.#stored(place)
    if (known && Math.min(end, now() - FRESH_MS) <= known.checkedAt.getTime()) return known
    const fetched = this.#fetch(place, userId, 'run').catch((error: unknown) => {
      throw problemOf(error, id, place.provider)
    })
    const waited = new AbortController()
    const tooLong = sleep(PATIENCE_MS, null, { signal: waited.signal }).catch(() => null)
    try {
      return await Promise.race([fetched, tooLong])
    } finally {
      waited.abort()
      fetched.catch(() => undefined)
    }
  }

  async #stored({ provider, code, column, ownerId }: Place): Promise<SeriesRow | null> {
    const [row] = await this.#deps.db.select().from(sourceSeries).where(isAt({ provider, code, column, ownerId }))
    return row ?? null
  }

  /** Several who want the same wait for one. */
  #fetch(place: Place, userId: string | null, by: 'run' | 'background'): Promise<SeriesRow> {
    const key = keyOf(place)
    const known = this.#fetching.get(key)
    if (known) return known.row
    const count = (found: number): void => void (running.found = found)
    const row = this.#fetchNow(place, userId, { by, onFound: count }).finally(() => this.#fetching.delete(key))
    const running: Fetch = { row, found: 0 }
    this.#fetching.set(key, running)
    return row
  }

  async #fetchNow(
    place: Place,
    userId: string | null,
    { by, onFound }: { readonly by: 'run' | 'background'; readonly onFound: (found: number) => void },
  ): Promise<SeriesRow> {
    const { calls, now, store } = this.#deps
    const { provider, code, column, ownerId } = place
    const row = await this.#stored(place)
    if (!row) await this.#requireRoom(ownerId)
    const key = await this.#keyFor(provider, userId)
    const storeCode = `${provider.name.toUpperCase()}:${code}`
    const stored = row && {
      revisions: await store.read({ code: storeCode, hash: row.hash }),
      vintage: row.vintage,
    }
    // What is published while it is fetched may be missing.
    const begun = now()
    const fetched = await calls.use(provider, key, by, async (call) => ({
      ...(await fetchKnown(provider, call, { code, column }, stored, onFound)),
      ...(await seriesReleases(provider, call, code, row)),
      unit: row?.unit ?? (await unitOf(provider, call, code)),
      begun,
    }))
    const head = { code: storeCode, column, frequency: fetched.frequency, unit: fetched.unit }
    const { hash, first, last } =
      row && !fetched.hasChanged
        ? { hash: row.hash, first: row.first?.getTime() ?? null, last: row.last?.getTime() ?? null }
        : await store.put(head, fetched.revisions, ownerId === null)
    return this.#save(place, fetched, { hash, first, last }, row)
  }

  async #save(
    { provider, code, column, ownerId }: Place,
    fetched: FetchedKnown & Pick<SeriesRow, 'releases' | 'releasesAt' | 'unit'> & { readonly begun: number },
    state: { readonly hash: string; readonly first: number | null; readonly last: number | null },
    before: SeriesRow | null,
  ): Promise<SeriesRow> {
    const { db, now } = this.#deps
    const { frequency, quality, lagDays, vintage, releasesAt, unit, begun } = fetched
    const releases = releasesLeft(fetched.releases, begun, (fetched.hasChanged && state.last) || undefined)
    // Nobody says when it changes.
    const isHourly = before !== null && releases.length === 0 && (await readsLive(db, before.id))
    const values = {
      frequency,
      quality,
      lag: lagDays,
      unit,
      vintage,
      hash: state.hash,
      first: state.first === null ? null : new Date(state.first),
      last: state.last === null ? null : new Date(state.last),
      releases,
      releasesAt,
      checkedAt: new Date(begun),
      dueAt: new Date(nextLook(releases, begun, isHourly ? HOUR_MS : 24 * HOUR_MS)),
      problem: null,
      terms: provider.terms.text,
    }
    const place = { provider: provider.name, code, column: column ?? '', ownerId, timezone: 'UTC' }
    // What another server has stored since is as new; what it was made from would be lost otherwise.
    const [saved] = before
      ? await db
          .update(sourceSeries)
          .set(values)
          .where(and(eq(sourceSeries.id, before.id), eq(sourceSeries.hash, before.hash)))
          .returning()
      : await db
          .insert(sourceSeries)
          .values({ id: newId(now()), ...place, ...values })
          .onConflictDoNothing()
          .returning()
    const row = saved ?? (await this.#stored({ provider, code, column, ownerId }))
    if (!row) throw conflict('The series was deleted while it was fetched')
    return row
  }

  async #keyFor(provider: SourceProvider, userId: string | null): Promise<string | null> {
    if (provider.keyNeed === 'none' || userId === null) return null
    const key = await this.#deps.sources.keyOf(provider, userId)
    if (key === null && provider.keyNeed === 'required')
      throw new SourceError('bad-key', `${provider.title} needs a key`)
    return key
  }

  async #requireRoom(ownerId: string | null): Promise<void> {
    const isOwners = ownerId === null ? isNull(sourceSeries.ownerId) : eq(sourceSeries.ownerId, ownerId)
    const [row] = await this.#deps.db.select({ all: count() }).from(sourceSeries).where(isOwners)
    const all = row?.all ?? 0
    if (ownerId === null && all >= MAX_SHARED) throw conflict(`This installation has ${MAX_SHARED} series already`)
    if (ownerId !== null && all >= MAX_OF_OWNER) throw conflict(`You have ${MAX_OF_OWNER} series already`)
  }
}

const FIELD = 'algorithmVersionId'

function keyOf({ provider, code, column, ownerId }: Place): string {
  return JSON.stringify([provider.name, code, column, ownerId])
}

/** Null if the provider does not say it, or not now: it is asked again then. */
async function unitOf({ unit }: SourceProvider, call: SourceCall, code: string): Promise<string | null> {
  try {
    return (await unit?.(call, code)) ?? null
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

function isAt({ provider, code, column, ownerId }: Place) {
  return and(
    eq(sourceSeries.provider, provider.name),
    eq(sourceSeries.code, code),
    eq(sourceSeries.column, column ?? ''),
    sql`${sourceSeries.ownerId} is not distinct from ${ownerId}`,
  )
}

/** What the user is told who has started a run. */
function problemOf(error: unknown, id: string, { title }: SourceProvider): unknown {
  if (!(error instanceof SourceError)) return error
  switch (error.kind) {
    case 'bad-key':
      return invalid(`Series ${id} needs your key for ${title}: enter it in your account under Data providers`, FIELD)
    case 'no-right':
      return invalid(`Your key for ${title} does not include series ${id}`, FIELD)
    case 'not-found':
      return invalid(`${title} has no series ${id}`, FIELD)
    case 'gone':
      return invalid(`${title} has withdrawn series ${id}`, FIELD)
    case 'bad-request':
      return invalid(`Series ${id}: ${error.message}`, FIELD)
    default:
      return new AppError('unavailable', 'source-away', `Series ${id} cannot be fetched now: ${error.message}`, {
        status: 503,
        cause: error,
      })
  }
}
