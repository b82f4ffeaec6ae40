import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import type { BarColumns, KnownColumns, MarketColumns, TickColumns } from '@tradeloom/domain'

import {
  COLUMN_BYTES,
  columnNames,
  type ColumnsKind,
  type ColumnsFile,
  type FileStamp,
  HEADER_BYTES,
  sameStamp,
  stampOf,
  type VerifiedFile,
  verifyColumns,
  writeColumns,
} from './columns-file.ts'
import { onDisk } from './disk-error.ts'
import { ReplacedWhileRead } from './stable-read.ts'

/** A file used this recently may be about to be opened by a runner and is never deleted. */
const SAFE_MS = 10 * 60_000

export interface ColumnCache {
  /** The file of `key`, built with `make` if it is missing, damaged or stale. */
  file(key: string, make: () => Promise<MarketColumns | KnownColumns>): Promise<VerifiedFile>
}

/**
 * Files that are being made, by path without their kind. A second file of the same content would replace the first one
 * after it was verified, and a runner that is about to read that one would find another.
 */
const making = new Map<string, Promise<VerifiedFile>>()

/**
 * Raw columns under `folder`; above `maxBytes`, the least recently used are deleted. Every file is verified before its
 * first use in this process, and again when its stamp changes; `log` reports each rebuilt file.
 */
export function openColumnCache(folder: string, maxBytes: number, log: (text: string) => void): ColumnCache {
  const found = async (name: string, key: string, report = log): Promise<VerifiedFile | null> => {
    for (const kind of ['bar', 'tick', 'known'] as const) {
      const hit = await existing(`${name}.${kind}`, kind, key, report)
      if (hit) return hit
    }
    return null
  }
  const made = async (
    name: string,
    key: string,
    make: () => Promise<MarketColumns | KnownColumns>,
  ): Promise<VerifiedFile> => {
    const columns = await make()
    // Another process may have been faster. A damaged file has been reported already.
    return (await found(name, key, () => undefined)) ?? write(folder, `${name}.${columns.kind}`, columns, key, maxBytes)
  }
  return {
    async file(key, make) {
      const name = join(folder, createHash('sha256').update(key).digest('hex'))
      const hit = await found(name, key)
      if (hit) return hit
      const pending = making.get(name) ?? made(name, key, make).finally(() => making.delete(name))
      making.set(name, pending)
      return pending
    },
  }
}

/** All of a file. */
export function wholeFile({ path, kind, rows, stamp }: VerifiedFile): ColumnsFile {
  const columns = columnNames(kind).map((name, index) => ({
    name,
    byteOffset: HEADER_BYTES + index * rows * COLUMN_BYTES,
    length: rows,
  }))
  return { path, kind, rows, columns, stamp }
}

/** The part of a file with `from <= time < to`. */
export async function cutFile(
  file: VerifiedFile,
  from: number,
  to: number,
): Promise<ColumnsFile & { readonly firstRow: number }> {
  const handle = await open(file.path)
  const cell = new Float64Array(1)
  const timeAt = async (row: number): Promise<number> => {
    await handle.read(new Uint8Array(cell.buffer), 0, COLUMN_BYTES, HEADER_BYTES + row * COLUMN_BYTES)
    return cell[0] as number
  }
  const bound = async (target: number): Promise<number> => {
    let low = 0
    let high = file.rows
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((await timeAt(middle)) < target) low = middle + 1
      else high = middle
    }
    return low
  }
  try {
    const firstRow = await bound(from)
    const length = Math.max(0, (await bound(to)) - firstRow)
    if (!sameStamp(file.stamp, await stampOf(handle))) throw new ReplacedWhileRead()
    const columns = columnNames(file.kind).map((name, index) => ({
      name,
      byteOffset: HEADER_BYTES + (index * file.rows + firstRow) * COLUMN_BYTES,
      length,
    }))
    return { path: file.path, kind: file.kind, rows: length, columns, stamp: file.stamp, firstRow }
  } finally {
    await handle.close()
  }
}

/** Reads a part of prices into memory. */
export async function loadColumns(file: ColumnsFile): Promise<MarketColumns> {
  const handle = await open(file.path)
  try {
    const columns: Record<string, Float64Array> = {}
    for (const { name, byteOffset, length } of file.columns) {
      const column = new Float64Array(length)
      const bytes = new Uint8Array(column.buffer)
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, byteOffset)
      if (bytesRead !== bytes.length) throw new Error(`${file.path} is shorter than it should be`)
      columns[name] = column
    }
    if (!sameStamp(file.stamp, await stampOf(handle))) throw new ReplacedWhileRead()
    if (file.kind === 'known') throw new TypeError('A dataset has no prices')
    if (file.kind === 'bar') return { kind: 'bar', ...(columns as unknown as Omit<BarColumns, 'kind'>) }
    return { kind: 'tick', ...(columns as unknown as Omit<TickColumns, 'kind'>) }
  } finally {
    await handle.close()
  }
}

/** Files that this process has verified; above this many, the oldest are forgotten. */
const verified = new Map<string, { readonly key: string; readonly file: Promise<VerifiedFile | null> }>()
const VERIFIED_FILES = 4096

async function existing(
  path: string,
  kind: ColumnsKind,
  key: string,
  log: (text: string) => void,
): Promise<VerifiedFile | null> {
  try {
    const { ino, size, mtime, mtimeMs } = await stat(path)
    const stamp: FileStamp = { inode: ino, size, modified: mtimeMs }
    // The last use is recorded in the file's access time, if this user owns the file.
    await utimes(path, new Date(), mtime).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
    })
    const file = await verifiedFile(path, kind, key, stamp)
    if (!file) log(`The column file ${path} is damaged or stale; rebuilding it`)
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Verifies a file once: neither again nor concurrently while its stamp does not change. */
async function verifiedFile(
  path: string,
  kind: ColumnsKind,
  key: string,
  stamp: FileStamp,
): Promise<VerifiedFile | null> {
  const known = verified.get(path)
  const before = known?.key === key ? await known.file.catch(() => null) : null
  if (before && sameStamp(before.stamp, stamp)) return before
  const file = verifyColumns(path, kind, key)
  remember(path, key, file)
  return file
}

function remember(path: string, key: string, file: Promise<VerifiedFile | null>): void {
  file.catch(() => undefined)
  verified.delete(path)
  verified.set(path, { key, file })
  const [oldest] = verified.keys()
  if (verified.size > VERIFIED_FILES && oldest !== undefined) verified.delete(oldest)
}

async function write(
  folder: string,
  path: string,
  columns: MarketColumns | KnownColumns,
  key: string,
  maxBytes: number,
): Promise<VerifiedFile> {
  const { kind, rows, stamp } = await onDisk(folder, async () => {
    await mkdir(folder, { recursive: true })
    // A folder owned by another user keeps its permissions; writing fails if they do not suffice.
    await chmod(folder, 0o755).catch(() => undefined)
    return writeColumns(path, columns, key)
  })
  const file = { path, kind, rows, stamp }
  remember(path, key, Promise.resolve(file))
  await evict(folder, maxBytes)
  return file
}

async function evict(folder: string, maxBytes: number): Promise<void> {
  const files: { path: string; size: number; used: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => null)
    if (file) files.push({ path, size: file.size, used: file.atimeMs })
  }
  let total = files.reduce((sum, file) => sum + file.size, 0)
  const safe = Date.now() - SAFE_MS
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes || file.used > safe) return
    // Only its owner may delete another user's file.
    const isGone = await rm(file.path, { force: true }).then(
      () => true,
      () => false,
    )
    if (isGone) total -= file.size
  }
}
