import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { BAR_COLUMNS, KNOWN_COLUMNS, type KnownColumns, type MarketColumns, TICK_COLUMNS } from '@tradeloom/domain'

import { syncFolder, temporaryName } from './durable-file.ts'

/** Prices, or the values of a dataset in the order in which they became known. */
export type ColumnsKind = 'bar' | 'tick' | 'known'

/** Part of a raw file: little-endian Float64 columns, one after the other. */
export interface ColumnsFile {
  readonly path: string
  readonly kind: ColumnsKind
  readonly rows: number
  /** `byteOffset` in bytes from the start of the file, `length` in values: exactly the requested rows. */
  readonly columns: readonly { readonly name: string; readonly byteOffset: number; readonly length: number }[]
  /** Which file was written or verified: another file at this path must not be read. */
  readonly stamp: FileStamp
}

/** Changes when a file is replaced or written to. */
export interface FileStamp {
  readonly inode: number
  readonly size: number
  readonly modified: number
}

/** A raw file whose content has been verified. */
export type VerifiedFile = Omit<ColumnsFile, 'columns'>

export const COLUMN_BYTES = Float64Array.BYTES_PER_ELEMENT
/** The columns begin after it; a multiple of the width of their values. */
export const HEADER_BYTES = 128
const MAGIC = 'TLCOLUMN'
const LAYOUT_VERSION = 1
const KINDS = { bar: 1, tick: 2, known: 3 } as const
const NAMES = { bar: BAR_COLUMNS, tick: TICK_COLUMNS, known: KNOWN_COLUMNS } as const
/** The content hash covers everything before it and the columns. */
const HASH_AT = 56
const CHUNK_BYTES = 1024 * 1024

export function columnNames(kind: ColumnsKind): readonly string[] {
  return NAMES[kind]
}

/**
 * Writes columns as a raw file; `key` identifies their source. After a crash at any time, the path has the whole file
 * or none. The folder must exist.
 */
export async function writeColumns(
  path: string,
  columns: MarketColumns | KnownColumns,
  key = '',
): Promise<ColumnsFile> {
  const temporary = temporaryName(path)
  const handle = await open(temporary, 'w')
  const parts: { name: string; byteOffset: number; length: number }[] = []
  try {
    const rows = (columns.kind === 'known' ? columns.knownAt : columns.time).length
    const header = makeHeader(columns.kind, rows, key)
    const hash = createHash('sha256').update(header.subarray(0, HASH_AT))
    await handle.writeFile(header)
    let byteOffset = HEADER_BYTES
    for (const name of columnNames(columns.kind)) {
      const values = (columns as unknown as Record<string, Float64Array>)[name] as Float64Array
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
      hash.update(bytes)
      await handle.writeFile(bytes)
      parts.push({ name, byteOffset, length: values.length })
      byteOffset += values.byteLength
    }
    header.set(hash.digest(), HASH_AT)
    await handle.write(header, 0, HEADER_BYTES, 0)
    // Runners under another user read these files, whatever the umask.
    await handle.chmod(0o644)
    const now = new Date()
    await handle.utimes(now, now)
    // A rename may reach the disk before the content does; after a power cut the file would be empty.
    await handle.sync()
    const stamp = await stampOf(handle)
    await handle.close()
    await rename(temporary, path)
    await syncFolder(dirname(path))
    return { path, kind: columns.kind, rows, columns: parts, stamp }
  } catch (error) {
    // Closing twice is harmless.
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
}

/** Reads a whole raw file and verifies it against its header; null if it is damaged or has another key. */
export async function verifyColumns(path: string, kind: ColumnsKind, key: string): Promise<VerifiedFile | null> {
  const handle = await open(path)
  try {
    const stamp = await stampOf(handle)
    const header = new Uint8Array(HEADER_BYTES)
    await handle.read(header, 0, HEADER_BYTES, 0)
    const rows = (stamp.size - HEADER_BYTES) / COLUMN_BYTES / columnNames(kind).length
    if (!Number.isInteger(rows) || rows < 0) return null
    const wanted = makeHeader(kind, rows, key)
    const hash = createHash('sha256').update(wanted.subarray(0, HASH_AT))
    const chunk = new Uint8Array(CHUNK_BYTES)
    for (let at = HEADER_BYTES; ;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      at += bytesRead
    }
    wanted.set(hash.digest(), HASH_AT)
    if (Buffer.compare(header, wanted) !== 0 || !sameStamp(stamp, await stampOf(handle))) return null
    return { path, kind, rows, stamp }
  } finally {
    await handle.close()
  }
}

export async function stampOf(handle: FileHandle): Promise<FileStamp> {
  const { ino, size, mtimeMs } = await handle.stat()
  return { inode: ino, size, modified: mtimeMs }
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.inode === b.inode && a.size === b.size && a.modified === b.modified
}

/** Everything but the content hash; unused bytes are zero. */
function makeHeader(kind: ColumnsKind, rows: number, key: string): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 0, 'latin1')
  header.writeUInt32LE(LAYOUT_VERSION, 8)
  header.writeUInt32LE(KINDS[kind], 12)
  header.writeDoubleLE(rows, 16)
  createHash('sha256').update(key).digest().copy(header, 24)
  return header
}
