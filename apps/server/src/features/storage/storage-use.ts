import { join } from 'node:path'
import { type Drizzle, schema } from '@tradeloom/database'
import { type TickLogSize, tickLogSizes } from '@tradeloom/market-data/ticks'
import { lt, sql } from 'drizzle-orm'
import type { Measured } from './storage-kinds.ts'
import { STORAGE_KINDS, type StorageKind, type StorageKindName } from './storage-kinds.ts'

const { storageSamples } = schema

const DAY_MS = 86_400_000
/** Growth is measured over that time. */
const GROWTH_DAYS = 7
/** Samples that are kept. */
const SAMPLE_DAYS = 35
/** Sizes are measured again after that time: there may be many files. */
const FRESH_MS = 5_000

export interface Use {
  readonly at: number
  readonly bytes: Readonly<Record<StorageKindName, number>>
  readonly ticks: readonly TickLogSize[]
}

export interface Growth {
  /** Since when it is measured. */
  readonly since: number
  /** Bytes a day. */
  readonly of: ReadonlyMap<string, number>
}

export interface StorageUseParts {
  readonly db: Drizzle
  readonly config: Measured['config']
  readonly now: () => number
}

/** How much is stored of each kind of data, now and by day. */
export class StorageUse {
  readonly #parts: StorageUseParts
  #measuring: Promise<Use> | null = null

  constructor(parts: StorageUseParts) {
    this.#parts = parts
  }

  /** Measured at most that long ago, once for all who ask. */
  async measure(freshMs = FRESH_MS): Promise<Use> {
    const { now } = this.#parts
    const known = await this.#measuring?.catch(() => null)
    if (known && now() - known.at < freshMs) return known
    this.#measuring = this.#measure()
    return this.#measuring
  }

  /** For the alarm of a full disk. */
  async largest(count: number): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
    const { bytes } = await this.measure()
    return (Object.keys(STORAGE_KINDS) as StorageKindName[])
      .map((kind) => ({ name: STORAGE_KINDS[kind].name, bytes: bytes[kind] }))
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, count)
  }

  /** Once a day, by whichever server is first. */
  async sample(): Promise<void> {
    const { db, now } = this.#parts
    const today = dayOf(now())
    const [known] = await db
      .select()
      .from(storageSamples)
      .where(sql`${storageSamples.day} = ${today}`)
      .limit(1)
    if (known) return
    const { at, bytes } = await this.measure(0)
    const rows = Object.entries(bytes).map(([kind, size]) => ({ day: today, kind, bytes: size, at: new Date(at) }))
    await db.insert(storageSamples).values(rows).onConflictDoNothing()
    await db.delete(storageSamples).where(lt(storageSamples.day, dayOf(at - SAMPLE_DAYS * DAY_MS)))
  }

  /** By the first sample of the last week; null without one of an earlier day. */
  async growth({ at, bytes }: Use): Promise<Growth | null> {
    const { db } = this.#parts
    const rows = await db
      .select()
      .from(storageSamples)
      .where(sql`${storageSamples.day} >= ${dayOf(at - GROWTH_DAYS * DAY_MS)} and ${storageSamples.day} < ${dayOf(at)}`)
    const first = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
    if (!first) return null
    const days = (at - first.at.getTime()) / DAY_MS
    const of = rows
      .filter(({ day }) => day === first.day)
      .map(({ kind, bytes: before }) => [kind, ((bytes[kind as StorageKindName] ?? 0) - before) / days] as const)
    return { since: first.at.getTime(), of: new Map(of) }
  }

  async #measure(): Promise<Use> {
    const { db, config, now } = this.#parts
    const ticks = tickLogSizes(join(config.dataDir, 'market'))
    const measured = { config, ticks, tables: await tableBytes(db) }
    const kinds = Object.entries<StorageKind>(STORAGE_KINDS)
    const sizes = await Promise.all(kinds.map(async ([kind, { bytes }]) => [kind, await bytes(measured)] as const))
    return { at: now(), ticks, bytes: Object.fromEntries(sizes) as Use['bytes'] }
  }
}

async function tableBytes(db: Drizzle): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ name: string; bytes: string }>(sql`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind in ('r', 'm') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`)
  const sizes = new Map<string, number>()
  for (const { name, bytes } of rows) sizes.set(name, (sizes.get(name) ?? 0) + Number(bytes))
  return sizes
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
