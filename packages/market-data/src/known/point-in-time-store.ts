import { createHash } from 'node:crypto'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { byKnownTime, KNOWN_QUALITIES, knownColumns, type KnownQuality, type KnownRevision } from '@tradeloom/domain'

import { openColumnCache, wholeFile } from '../store/column-cache.ts'
import type { ColumnsFile } from '../store/columns-file.ts'
import { onDisk } from '../store/disk-error.ts'
import { syncFile, syncFolder, temporaryName, writeAtomically } from '../store/durable-file.ts'
import type { KnownGeneration, KnownSeriesHead } from './known-generation.ts'
import { exists, headsIn, readHead, statesIn } from './known-files.ts'
import { readKnownParquet, writeKnownParquet } from './known-parquet.ts'

export interface PointInTimeStore {
  /** Keeps a state; an equal one is not written again. */
  put(head: KnownSeriesHead, revisions: readonly KnownRevision[], isShared: boolean): Promise<KnownGeneration>
  /** The newest shared state of a dataset. */
  findShared(code: string, column: string | null): Promise<KnownGeneration | null>
  /** Whether there is any state of a dataset, whoever may read it. */
  has(code: string, column: string | null): Promise<boolean>
  read(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<KnownRevision[]>
  /**
   * The hash of what a run until a time can see of a state: later revisions do not change it. With what its known times rest
   * on.
   */
  seenUntil(
    generation: Pick<KnownGeneration, 'code' | 'column' | 'hash'>,
    end: number,
  ): Promise<Pick<KnownGeneration, 'hash' | 'qualities' | 'first'>>
  /** Its columns in a file that runners can read. */
  columns(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<ColumnsFile>
  /** All states, and when each was last put. */
  states(): Promise<{ readonly code: string; readonly hash: string; readonly putAt: number }[]>
  remove(generation: Pick<KnownGeneration, 'code' | 'hash'>): Promise<void>
}

const FOLDER = '.series'
const CACHE_BYTES = 1024 ** 3
/** A change of the columns that are made of a stored state changes the keys of their files. */
const LAYOUT = 2

/** Datasets beside the prices of a market folder: `.series/<provider>/<hash>.parquet`, and what it is in JSON. */
export function openPointInTimeStore(marketFolder: string, now: () => number = Date.now): PointInTimeStore {
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
  return {
    read,
    async put(head, revisions, isShared) {
      const rows = revisions.toSorted(byKnownTime)
      const hash = hashOf(head, rows)
      const path = pathOf({ code: head.code, hash })
      const known = await readHead(`${path}.json`)
      if (known !== null && (known.isShared || !isShared) && (await exists(`${path}.parquet`))) {
        await notePut(`${path}.json`, now())
        return known
      }
      const generation: KnownGeneration = {
        code: head.code,
        column: head.column,
        frequency: head.frequency,
        unit: head.unit,
        hash,
        rows: rows.length,
        first: rows[0]?.knownAt ?? null,
        last: rows.at(-1)?.knownAt ?? null,
        qualities: qualitiesOf(rows),
        isShared,
        madeAt: known?.madeAt ?? now(),
      }
      await onDisk(marketFolder, async () => {
        await mkdir(dirname(path), { recursive: true })
        await writeRows(`${path}.parquet`, rows)
        await writeAtomically(`${path}.json`, `${JSON.stringify(generation)}\n`)
        await notePut(`${path}.json`, now())
      })
      return generation
    },
    async seenUntil(generation, end) {
      const rows = (await read(generation)).filter(({ knownAt }) => knownAt <= end)
      return { hash: hashOf(generation, rows), qualities: qualitiesOf(rows), first: rows[0]?.knownAt ?? null }
    },
    async findShared(code, column) {
      const shared = (await headsIn(folderOf(code), code, column)).filter((one) => one.isShared)
      return shared.toSorted((a, b) => b.madeAt - a.madeAt || (a.hash < b.hash ? -1 : 1))[0] ?? null
    },
    has: async (code, column) => (await headsIn(folderOf(code), code, column)).length > 0,
    async columns(generation) {
      const make = async () => knownColumns(await read(generation))
      return wholeFile(await cache.file(`series ${LAYOUT} ${generation.hash}`, make))
    },
    states: () => statesIn(join(marketFolder, FOLDER)),
    async remove(generation) {
      const path = pathOf(generation)
      // What it is goes first: without it, nothing finds the rows.
      for (const ending of ['json', 'parquet']) await rm(`${path}.${ending}`, { force: true })
    },
  }
}

/** Whoever looks for states that nobody names sees that this one is about to be named. */
async function notePut(path: string, time: number): Promise<void> {
  await utimes(path, new Date(time), new Date(time))
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

function qualitiesOf(rows: readonly KnownRevision[]): KnownQuality[] {
  return KNOWN_QUALITIES.filter((quality) => rows.some((row) => row.quality === quality)).toReversed()
}

/** SHA-256 of what a run can see of a dataset, and of where it comes from. */
function hashOf({ code, column }: Pick<KnownSeriesHead, 'code' | 'column'>, rows: readonly KnownRevision[]): string {
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
