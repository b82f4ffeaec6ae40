import { type Drizzle, schema, type SourceOfSession } from '@tradeloom/database'
import { KNOWN_COLUMNS, type KnownColumns, knownColumns, type KnownRevision } from '@tradeloom/domain'
import type { KnownInput } from '@tradeloom/engine'
import type { PointInTimeStore } from '@tradeloom/market-data'
import { inArray } from 'drizzle-orm'
import { SessionFailed } from './session-answers.ts'
import type { ToldValues } from './stored-input.ts'

const { sourceSeries } = schema

/** Stored series are looked at this often. */
const LOOK_MS = 1_000
const ROWS_OF_INPUT = 8_192
/** Values with which a session may begin, of all its series. */
const MAX_VALUES = 100_000

export interface SessionSeriesParts {
  readonly db: Drizzle
  readonly store: Pick<PointInTimeStore, 'read'>
  readonly sources: readonly SourceOfSession[]
  readonly now: () => number
}

export interface SeriesNews {
  readonly told: readonly ToldValues[]
  /** Series that can no longer be brought up to date, and those that can again, in words. */
  readonly warnings: readonly string[]
}

type Stored = Pick<typeof sourceSeries.$inferSelect, 'id' | 'hash' | 'provider' | 'code' | 'problem'>

const UNREADABLE = 'cannot be read from the store'
const NO_NEWS: SeriesNews = { told: [], warnings: [] }

/** The datasets that the script of a session reads: what they were at its start, and what has become known since. */
export class SessionSeries {
  readonly #parts: SessionSeriesParts
  /** Values that the script has been told, by dataset. */
  readonly #told = new Map<string, Set<string>>()
  /** The state of each that was read last. */
  readonly #hashes = new Map<string, string>()
  readonly #problems = new Map<string, string | null>()
  /** Of values that were replaced by then, the script is told the last ones alone. */
  #since = 0
  #lookedAt = -Infinity

  constructor(parts: SessionSeriesParts) {
    this.#parts = parts
  }

  /** All that is known at the start of a session whose history begins at a time. */
  async begin(since: number): Promise<readonly ToldValues[]> {
    this.#since = since
    const { sources } = this.#parts
    if (sources.length === 0) return []
    const stored = await this.#stored()
    const told: ToldValues[] = []
    for (const { id, seriesId } of sources) {
      const row = stored.get(seriesId)
      if (!row) throw new SessionFailed(`Series ${id}, which the script reads, was deleted`)
      const values = await this.#unknown(id, row)
      if (values === null) throw new SessionFailed(`Series ${id}, which the script reads, ${UNREADABLE}`)
      told.push(...values)
    }
    const values = told.reduce((sum, { rows }) => sum + unpackKnown(rows).knownAt.length, 0)
    if (values > MAX_VALUES)
      throw new SessionFailed(`The series of the script have ${values} values, and sessions begin with ${MAX_VALUES}`)
    return told
  }

  /** The script was told these values before this process has taken the session over. */
  resume(since: number, told: readonly ToldValues[]): void {
    this.#since = since
    for (const { sourceId, rows } of told) {
      const { knownAt, period, value } = unpackKnown(rows)
      const keys = this.#keysOf(sourceId)
      for (const [row, time] of knownAt.entries()) keys.add(keyOf(period[row] as number, time, value[row] as number))
    }
  }

  /** What has become known since the last look. */
  async news(): Promise<SeriesNews> {
    const { sources, now } = this.#parts
    if (sources.length === 0 || now() - this.#lookedAt < LOOK_MS) return NO_NEWS
    this.#lookedAt = now()
    const stored = await this.#stored()
    const told: ToldValues[] = []
    const warnings: string[] = []
    for (const { id, seriesId } of sources) {
      const row = stored.get(seriesId)
      const values = row && row.hash !== this.#hashes.get(id) ? await this.#unknown(id, row) : []
      told.push(...(values ?? []))
      const problem = !row ? 'it was deleted' : values === null ? `it ${UNREADABLE}` : row.problem
      if (problem !== (this.#problems.get(id) ?? null)) {
        this.#problems.set(id, problem)
        warnings.push(
          problem === null
            ? `Series ${id} is updated again`
            : `Series ${id} could not be updated: ${problem}. Its last value is still used`,
        )
      }
    }
    return { told, warnings }
  }

  /** What the script has not been told of a state; null if that cannot be read. */
  async #unknown(sourceId: string, row: Stored): Promise<ToldValues[] | null> {
    const code = `${row.provider.toUpperCase()}:${row.code}`
    const revisions = await this.#parts.store.read({ code, hash: row.hash }).catch(() => null)
    if (revisions === null) return null
    const keys = this.#keysOf(sourceId)
    const fresh: KnownRevision[] = []
    for (const revision of inEffectSince(revisions, this.#since)) {
      const key = keyOf(revision.periodStart, revision.knownAt, revision.value)
      if (keys.has(key)) continue
      keys.add(key)
      fresh.push(revision)
    }
    this.#hashes.set(sourceId, row.hash)
    const told: ToldValues[] = []
    for (let from = 0; from < fresh.length; from += ROWS_OF_INPUT) {
      told.push({ sourceId, rows: packKnown(knownColumns(fresh.slice(from, from + ROWS_OF_INPUT))) })
    }
    return told
  }

  async #stored(): Promise<Map<string, Stored>> {
    const { db, sources } = this.#parts
    const { id, hash, provider, code, problem } = sourceSeries
    const ids = sources.map(({ seriesId }) => seriesId)
    const rows = await db.select({ id, hash, provider, code, problem }).from(sourceSeries).where(inArray(id, ids))
    return new Map(rows.map((row) => [row.id, row]))
  }

  #keysOf(sourceId: string): Set<string> {
    const keys = this.#told.get(sourceId) ?? new Set()
    this.#told.set(sourceId, keys)
    return keys
  }
}

export function knownInput({ sourceId, rows }: ToldValues, isHistory: boolean): KnownInput {
  return { kind: 'KNOWN', sourceId, columns: unpackKnown(rows), isHistory }
}

/**
 * Revisions in effect at a time, and later ones: what was replaced before is left out. A withdrawal stays with what it
 * withdrew, for a period that never had a value is none.
 */
function inEffectSince(revisions: readonly KnownRevision[], time: number): KnownRevision[] {
  const last = new Map<number, KnownRevision>()
  for (const revision of revisions) if (revision.knownAt <= time) last.set(revision.periodStart, revision)
  return revisions.filter((revision) => {
    const replacement = last.get(revision.periodStart)
    return revision.knownAt > time || revision === replacement || Number.isNaN(replacement?.value)
  })
}

function keyOf(period: number, knownAt: number, value: number): string {
  return `${period} ${knownAt} ${value}`
}

/** Every bit of a value survives. */
function packKnown(columns: KnownColumns): string {
  const parts = KNOWN_COLUMNS.map((name) => Buffer.from(Float64Array.from(columns[name]).buffer))
  return Buffer.concat(parts).toString('base64')
}

function unpackKnown(packed: string): KnownColumns {
  const values = new Float64Array(Uint8Array.from(Buffer.from(packed, 'base64')).buffer)
  const rows = values.length / KNOWN_COLUMNS.length
  const columns = KNOWN_COLUMNS.map((name, i) => [name, values.slice(i * rows, (i + 1) * rows)])
  return { kind: 'known', ...Object.fromEntries(columns) } as KnownColumns
}
