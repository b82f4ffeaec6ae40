import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  byKnownTime,
  type Frequency,
  KNOWN_QUALITIES,
  knownColumns,
  type KnownQuality,
  type KnownRevision,
} from '@tradeloom/domain'

import { openColumnCache, wholeFile } from '../store/column-cache.ts'
import type { ColumnsFile } from '../store/columns-file.ts'
import { onDisk } from '../store/disk-error.ts'
import { syncFile, syncFolder, temporaryName, writeAtomically } from '../store/durable-file.ts'
import { readKnownParquet, writeKnownParquet } from './known-parquet.ts'

/** A dataset as it is stored: what identifies it, and how it is to be read. */
export interface KnownSeriesHead {
  /** Provider and code: `FRED:CPIAUCSL`. */
  readonly code: string
  /** Null for a dataset with one column. */
  readonly column: string | null
  readonly frequency: Frequency
  readonly unit: string | null
}

/** One immutable state of a stored dataset. */
export interface KnownGeneration extends KnownSeriesHead {
  /** Of its content: equal values known at equal times have equal hashes. */
  readonly hash: string
  readonly rows: number
  /** The first and the last time at which something became known, UTC milliseconds; null without rows. */
  readonly first: number | null
  readonly last: number | null
  /** What known times rest on, least certain first. */
  readonly qualities: readonly KnownQuality[]
  /** Whether every user of this computer may read it; otherwise the users whose rows name it. */
  readonly isShared: boolean
  /** UTC milliseconds. */
  readonly madeAt: number
}

export interface KnownStore {
  /** Keeps a state; an equal one is not written again. */
  put(head: KnownSeriesHead, revisions: readonly KnownRevision[], isShared: boolean): Promise<KnownGeneration>
  /** The newest shared state of a dataset. */
  findShared(code: string, column: string | null): Promise<KnownGeneration | null>
  /** Whether there is any state of a dataset, whoever may read it. */
  has(code: string, column: string | null): Promise<boolean>
  read(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<KnownRevision[]>
  /** Its columns in a file that runners can read. */
  columns(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<ColumnsFile>
  remove(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<void>
}

const FOLDER = '.series'
const CACHE_BYTES = 1024 ** 3
/** A change of the columns that are made of a stored state changes the keys of their files. */
const LAYOUT = 1

/** Datasets beside the prices of a market folder: `.series/<provider>/<hash>.parquet`, and what it is in JSON. */
export function openKnownStore(marketFolder: string, now: () => number = Date.now): KnownStore {
  const columnsDir = join(marketFolder, '.columns')
  const cache = openColumnCache(columnsDir, CACHE_BYTES, () => undefined)
  const folderOf = (code: string): string => join(marketFolder, FOLDER, providerOf(code))
  const pathOf = ({ code, hash }: Pick<KnownGeneration, 'code' | 'hash'>): string => join(folderOf(code), hash)
  const read = async (generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<KnownRevision[]> => {
    const path = `${pathOf(generation)}.parquet`
    const revisions = await readKnownParquet(path)
    const head = await readHead(`${pathOf(generation)}.json`)
    if (head === null || hashOf(head, revisions) !== generation.hash)
      throw new Error(`The stored series ${path} is damaged`)
    return revisions
  }
  const heads = async (code: string, column: string | null): Promise<KnownGeneration[]> => {
    const folder = folderOf(code)
    const names = await readdir(folder).catch(missing<string[]>([]))
    const all = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readHead(join(folder, name))),
    )
    return all.filter((one) => one !== null).filter((one) => one.code === code && one.column === column)
  }
  return {
    read,
    async put(head, revisions, isShared) {
      const rows = revisions.toSorted(byKnownTime)
      const hash = hashOf(head, rows)
      const path = pathOf({ code: head.code, hash })
      const known = await readHead(`${path}.json`)
      if (known !== null && (known.isShared || !isShared) && (await exists(`${path}.parquet`))) return known
      const generation: KnownGeneration = {
        code: head.code,
        column: head.column,
        frequency: head.frequency,
        unit: head.unit,
        hash,
        rows: rows.length,
        first: rows[0]?.knownAt ?? null,
        last: rows.at(-1)?.knownAt ?? null,
        qualities: KNOWN_QUALITIES.filter((quality) => rows.some((row) => row.quality === quality)).toReversed(),
        isShared,
        madeAt: known?.madeAt ?? now(),
      }
      await onDisk(marketFolder, async () => {
        await mkdir(dirname(path), { recursive: true })
        await writeRows(`${path}.parquet`, rows)
        await writeAtomically(`${path}.json`, `${JSON.stringify(generation)}\n`)
      })
      return generation
    },
    async findShared(code, column) {
      const shared = (await heads(code, column)).filter((one) => one.isShared)
      return shared.toSorted((a, b) => b.madeAt - a.madeAt || (a.hash < b.hash ? -1 : 1))[0] ?? null
    },
    has: async (code, column) => (await heads(code, column)).length > 0,
    async columns(generation) {
      const make = async () => knownColumns(await read(generation))
      return wholeFile(await cache.file(`series ${LAYOUT} ${generation.hash}`, make))
    },
    async remove(generation) {
      const path = pathOf(generation)
      // What it is goes first: without it, nothing finds the rows.
      for (const ending of ['json', 'parquet']) await rm(`${path}.${ending}`, { force: true })
    },
  }
}

async function writeRows(path: string, rows: readonly KnownRevision[]): Promise<void> {
  const temporary = temporaryName(path)
  try {
    await writeKnownParquet(temporary, rows)
    await syncFile(temporary)
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** The folder of a provider. A code that is none has no folder, so that no text leads out of the store. */
function providerOf(code: string): string {
  const [, provider] = /^([A-Z][A-Z0-9]*):/.exec(code) ?? []
  if (provider === undefined) throw new RangeError(`'${code}' is no code of a series`)
  return provider.toLowerCase()
}

/** SHA-256 of what a run can see of a dataset, and of where it comes from. */
function hashOf({ code, column }: KnownSeriesHead, rows: readonly KnownRevision[]): string {
  const hash = createHash('sha256').update(JSON.stringify([code, column]))
  const numbers = new Float64Array(rows.length * 5)
  for (const [row, { periodStart, periodEnd, value, knownAt, quality }] of rows.entries())
    // One NaN has many patterns of bits.
    numbers.set(
      [periodStart, periodEnd, value === value ? value : NaN, knownAt, KNOWN_QUALITIES.indexOf(quality)],
      row * 5,
    )
  return hash.update(new Uint8Array(numbers.buffer)).digest('hex')
}

async function readHead(path: string): Promise<KnownGeneration | null> {
  const text = await readFile(path, 'utf8').catch(missing<null>(null))
  return text === null ? null : (JSON.parse(text) as KnownGeneration)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(missing(null))) !== null
}

/** What stands for a file or folder that does not exist. */
function missing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
}
