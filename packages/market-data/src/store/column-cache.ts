import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

import { BAR_COLUMNS, type BarColumns, type MarketColumns, TICK_COLUMNS, type TickColumns } from '@tradeloom/domain'

import { onDisk } from './disk-error.ts'
import { temporaryName } from './month-file.ts'

/** A part of a raw file: little-endian Float64 columns, one after the other. */
export interface ColumnsFile {
  readonly path: string
  readonly kind: 'bar' | 'tick'
  readonly rows: number
  /** `byteOffset` in bytes from the file's start, `length` in values: exactly the rows asked for. */
  readonly columns: readonly { readonly name: string; readonly byteOffset: number; readonly length: number }[]
}

const BYTES = Float64Array.BYTES_PER_ELEMENT
/** A file used this recently may be about to be opened by a runner and is never thrown away. */
const SAFE_MS = 10 * 60_000

export interface ColumnCache {
  /** The file of `key`, made by `make` when it is not there. */
  file(key: string, make: () => Promise<MarketColumns>): Promise<{ path: string; kind: 'bar' | 'tick'; rows: number }>
}

/** Raw columns under `folder`, least recently used thrown away above `maxBytes`. */
export function openColumnCache(folder: string, maxBytes: number): ColumnCache {
  const making = new Map<string, Promise<void>>()
  return {
    async file(key, make) {
      const name = createHash('sha256').update(key).digest('hex')
      for (const kind of ['bar', 'tick'] as const) {
        const hit = await existing(join(folder, `${name}.${kind}`), kind)
        if (hit) return hit
      }
      const columns = await make()
      const path = join(folder, `${name}.${columns.kind}`)
      const pending = making.get(path) ?? write(folder, path, columns, maxBytes)
      making.set(path, pending)
      await pending.finally(() => making.delete(path))
      return { path, kind: columns.kind, rows: columns.time.length }
    },
  }
}

/** Columns in the order in which they lie in files. */
function orderedColumns(columns: MarketColumns): { name: string; values: Float64Array }[] {
  return columns.kind === 'bar'
    ? BAR_COLUMNS.map((name) => ({ name, values: columns[name] }))
    : TICK_COLUMNS.map((name) => ({ name, values: columns[name] }))
}

/** The part of a file with `from <= time < to`. */
export async function cutFile(
  file: { path: string; kind: 'bar' | 'tick'; rows: number },
  from: number,
  to: number,
): Promise<ColumnsFile & { readonly firstRow: number }> {
  const handle = await open(file.path)
  const cell = new Float64Array(1)
  const timeAt = async (row: number): Promise<number> => {
    await handle.read(new Uint8Array(cell.buffer), 0, BYTES, row * BYTES)
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
    const names = file.kind === 'bar' ? BAR_COLUMNS : TICK_COLUMNS
    const columns = names.map((name, index) => ({ name, byteOffset: (index * file.rows + firstRow) * BYTES, length }))
    return { path: file.path, kind: file.kind, rows: length, columns, firstRow }
  } finally {
    await handle.close()
  }
}

/** Reads a part into memory. */
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
    if (file.kind === 'bar') return { kind: 'bar', ...(columns as unknown as Omit<BarColumns, 'kind'>) }
    return { kind: 'tick', ...(columns as unknown as Omit<TickColumns, 'kind'>) }
  } finally {
    await handle.close()
  }
}

async function existing(
  path: string,
  kind: 'bar' | 'tick',
): Promise<{ path: string; kind: 'bar' | 'tick'; rows: number } | null> {
  try {
    const { size } = await stat(path)
    const now = new Date()
    // The time of last use is kept in the file's own time stamp, if the file is this user's.
    await utimes(path, now, now).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
    })
    const width = kind === 'bar' ? BAR_COLUMNS.length : TICK_COLUMNS.length
    const rows = size / BYTES / width
    // Cut off by a crash of the machine: it is made again.
    return Number.isInteger(rows) ? { path, kind, rows } : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function write(folder: string, path: string, columns: MarketColumns, maxBytes: number): Promise<void> {
  await onDisk(folder, async () => {
    await mkdir(folder, { recursive: true })
    // Another user's folder is as that user wants it; writing tells whether that will do.
    await chmod(folder, 0o755).catch(() => undefined)
    await writeColumns(path, columns)
  })
  await evict(folder, maxBytes)
}

/** Writes columns as a raw file of their own, outside the cache; whoever calls removes it. The folder must exist. */
export async function writeColumns(path: string, columns: MarketColumns): Promise<ColumnsFile> {
  const temporary = temporaryName(path)
  const handle = await open(temporary, 'w')
  const parts: { name: string; byteOffset: number; length: number }[] = []
  try {
    let byteOffset = 0
    for (const { name, values } of orderedColumns(columns)) {
      await handle.writeFile(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
      parts.push({ name, byteOffset, length: values.length })
      byteOffset += values.byteLength
    }
    // Runners under another user read these files, whatever the umask is.
    await handle.chmod(0o644)
    await handle.close()
    await rename(temporary, path)
  } catch (error) {
    // Closing twice does no harm.
    await handle.close()
    await rm(temporary, { force: true })
    throw error
  }
  return { path, kind: columns.kind, rows: columns.time.length, columns: parts }
}

async function evict(folder: string, maxBytes: number): Promise<void> {
  const files: { path: string; size: number; used: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await stat(path).catch(() => null)
    if (file) files.push({ path, size: file.size, used: file.mtimeMs })
  }
  let total = files.reduce((sum, file) => sum + file.size, 0)
  const safe = Date.now() - SAFE_MS
  for (const file of files.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes || file.used > safe) return
    // What another user keeps here is that user's to throw away.
    const isGone = await rm(file.path, { force: true }).then(
      () => true,
      () => false,
    )
    if (isGone) total -= file.size
  }
}
