import { type Drizzle, schema } from '@tradeloom/database'
import { SourceError } from '@tradeloom/market-data/sources'
import { and, asc, eq, gt, inArray, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { isReadLive } from './live-series.ts'
import { chasedRelease, nextLook, releasesLeft } from './next-look.ts'
import type { SeriesRow, SourceSeries } from './source-series.ts'
import type { SourcesService } from './sources.service.ts'

const { sourceSeries } = schema

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** What a server that was killed has begun is begun again. */
const CLAIM_MS = 10 * 60_000
const MAX_DUE = 5_000
const KEYS_AT_ONCE = 8
/** Then other keys get their turns. */
const LOOKS_OF_KEY = 10
/** After this many series without an answer, the provider is away. */
const MAX_FAILURES = 2

export interface DueSeriesDeps {
  readonly db: Drizzle
  readonly sources: Pick<SourcesService, 'providers'>
  readonly series: Pick<SourceSeries, 'lookAt'>
  readonly logger: { warn(fields: object, message: string): void }
  readonly now: () => number
}

interface Due {
  readonly row: SeriesRow
  readonly isLive: boolean
}

/**
 * Stored datasets that are to be looked at: when their release comes out and 1, 5 and 30 minutes later, and once a day. The
 * series of one release come out together, so one that has not changed speaks for the others until the last of these looks.
 */
export class DueSeries {
  readonly #deps: DueSeriesDeps
  /** Releases that have changed a series of anybody, with their times: nobody speaks for the others of these. */
  readonly #out = new Map<string, number>()

  constructor(deps: DueSeriesDeps) {
    this.#deps = deps
  }

  /** Looks at what is due, and returns when something is due next; null if nothing is. */
  async lookAtDue(isStopped: () => boolean): Promise<number | null> {
    const { db, now, sources } = this.#deps
    for (const [release, at] of this.#out) if (at < now() - HOUR_MS) this.#out.delete(release)
    const on = (await sources.providers()).filter(({ isOn }) => isOn).map(({ name }) => name)
    const rows = await db
      .select({ row: sourceSeries, isLive: isReadLive() })
      .from(sourceSeries)
      .where(this.#isDue(on))
      .orderBy(asc(sourceSeries.dueAt))
      .limit(MAX_DUE)
    const keys = Map.groupBy(rows, ({ row }) => `${row.provider} ${row.ownerId}`).values()
    const lane = async (): Promise<void> => {
      for (const one of keys) if (!isStopped()) await this.#lookAtKey(one, isStopped)
    }
    await Promise.all(Array.from({ length: KEYS_AT_ONCE }, lane))
    const [next] = await db
      .select({ at: min(sourceSeries.dueAt) })
      .from(sourceSeries)
      .where(inArray(sourceSeries.provider, on))
    return next?.at?.getTime() ?? null
  }

  /** A series that a live session reads is looked at each hour if nobody says when it changes. */
  #isDue(on: readonly string[]): SQL | undefined {
    const now = this.#deps.now()
    const isLate = and(
      sql`${sourceSeries.releases} = '[]'::jsonb`,
      lte(sourceSeries.checkedAt, new Date(now - HOUR_MS)),
      // What is due sooner has its reason, such as a failure.
      gt(sourceSeries.dueAt, new Date(now + HOUR_MS)),
      isReadLive(),
    )
    return and(inArray(sourceSeries.provider, [...on]), or(lte(sourceSeries.dueAt, new Date(now)), isLate))
  }

  /**
   * What is requested with one key. Series that change most often speak for the others of their release. Those that failed before
   * come last and in any order, so that none of them keeps the others from being looked at.
   */
  async #lookAtKey(all: readonly Due[], isStopped: () => boolean): Promise<void> {
    const now = this.#deps.now()
    const silent = new Set<string>()
    let [looks, answers, failures] = [0, 0, 0]
    let isRefused = false
    for (const { row, isLive } of inOrder(all, now)) {
      if (isStopped() || looks === LOOKS_OF_KEY) return
      const release = chasedRelease(row.releases, now)
      const id = release && `${row.provider} ${release.id} ${release.at}`
      const isOfToday = row.checkedAt.getTime() + DAY_MS > now
      if (isRefused || (failures === MAX_FAILURES && answers === 0)) {
        await this.#claim(row, nextLook(row.releases, now, HOUR_MS))
        continue
      }
      if (id !== null && silent.has(id) && !this.#out.has(id) && !isLive && isOfToday) {
        await this.#claim(row, nextLook(row.releases, now, row.checkedAt.getTime() + DAY_MS - now))
        continue
      }
      const claimed = await this.#claim(row, now + CLAIM_MS)
      if (!claimed) continue
      looks += 1
      const found = await this.#look(claimed, isStopped)
      if (found === 'away') failures += 1
      else if (found === 'refused') isRefused = true
      if (typeof found !== 'object') continue
      answers += 1
      if (release === null || id === null) continue
      if (found.releases.some((one) => one.id === release.id && one.at === release.at)) silent.add(id)
      else this.#out.set(id, release.at)
    }
  }

  /** One of the servers does it. */
  async #claim({ id, provider }: SeriesRow, until: number): Promise<SeriesRow | undefined> {
    const [claimed] = await this.#deps.db
      .update(sourceSeries)
      .set({ dueAt: new Date(until) })
      .where(and(eq(sourceSeries.id, id), this.#isDue([provider])))
      .returning()
    return claimed
  }

  async #look(row: SeriesRow, isStopped: () => boolean): Promise<SeriesRow | 'away' | 'refused' | 'failed'> {
    const { db, logger, now, series } = this.#deps
    try {
      return await series.lookAt(row)
    } catch (error) {
      if (isStopped()) return 'failed'
      const { provider, code, id } = row
      logger.warn({ err: error, provider, code }, 'a series could not be brought up to date')
      const problem = error instanceof SourceError ? error.message : 'Its values could not be stored'
      const time = now()
      const dueAt = new Date(nextLook(releasesLeft(row.releases, time), time, HOUR_MS))
      await db.update(sourceSeries).set({ problem, dueAt }).where(eq(sourceSeries.id, id))
      if (!(error instanceof SourceError)) return 'failed'
      if (error.kind === 'limit' || error.kind === 'bad-key') return 'refused'
      return error.kind === 'away' ? 'away' : 'failed'
    }
  }
}

/** Those of live sessions first, then those of releases, and the ones that change most often before others. */
function inOrder(all: readonly Due[], now: number): Due[] {
  const ranked = all.map((due) => {
    const { row, isLive } = due
    const hasFailed = row.problem !== null
    const rank = (hasFailed ? 4 : 0) + (isLive ? 0 : 2) + (chasedRelease(row.releases, now) === null ? 1 : 0)
    return { due, rank, order: hasFailed ? Math.random() : -(row.last?.getTime() ?? 0) }
  })
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order || (a.due.row.code < b.due.row.code ? -1 : 1))
  return ranked.map(({ due }) => due)
}
