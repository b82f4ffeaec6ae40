import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createGunzip } from 'node:zlib'

import type { ImportBudget } from './import-budget.ts'
import { ImportError } from './import-error.ts'
import { isSystemFile, zipEntries } from './zip-entries.ts'

/** One text to import: a file, the content of a gzip file, or an entry of a zip archive. */
export interface TextFile {
  /** For messages; an entry is `archive.zip/entry.csv`. */
  readonly name: string
  /** Last part of the file name, and of the entry name. */
  readonly fileName: string
  readonly entryName: string
  /** Folder of the file; Lean archives state the resolution there. */
  readonly folder: string
  /** An archive states the length of its content, so a truncated one is detected without looking at rows. */
  readonly checked: boolean
  open(): Promise<AsyncIterable<Buffer>>
}

export interface OpenedFiles {
  readonly files: readonly TextFile[]
  readonly totalBytes: number
}

/**
 * Finds the texts behind paths: searches folders for files with one of `extensions` and opens archives. `onBytes`
 * receives the number of bytes read from disk. Throws ImportError if they exceed `budget`; for gzip files only while
 * they are read.
 */
export async function openFiles(
  paths: readonly string[],
  extensions: readonly string[],
  budget: ImportBudget,
  onBytes: (bytes: number) => void,
): Promise<OpenedFiles> {
  if (paths.length === 0) throw new ImportError('no file to import')
  const files: TextFile[] = []
  let totalBytes = 0
  for (const path of new Set(paths)) {
    for (const one of await expand(path, extensions)) {
      const { size } = await stat(one)
      if (size === 0) throw new ImportError('the file is empty', one)
      totalBytes += size
      files.push(...(await openOne(one, size, budget, onBytes)))
    }
  }
  return { files, totalBytes }
}

async function expand(path: string, extensions: readonly string[]): Promise<string[]> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(error.code === 'ENOENT' ? 'there is no such file' : error.message, path)
  })
  if (!info.isDirectory()) return [path]
  const inside = (await readdir(path)).filter(
    (name) => !isSystemFile(name) && extensions.some((extension) => name.endsWith(extension)),
  )
  if (inside.length === 0) throw new ImportError(`the folder has no ${extensions.join(' or ')} file`, path)
  return inside.sort().map((name) => join(path, name))
}

async function openOne(
  path: string,
  size: number,
  budget: ImportBudget,
  onBytes: (bytes: number) => void,
): Promise<TextFile[]> {
  const magic = await firstBytes(path, 2)
  const common = { name: path, fileName: basename(path), folder: basename(join(path, '..')) }
  if (magic[0] === 0x50 && magic[1] === 0x4b) {
    const entries = await zipEntries(path, size, budget)
    return entries.map((entry) => ({
      ...common,
      name: `${path}/${entry.name}`,
      entryName: entry.name,
      checked: true,
      open: () => entry.open(onBytes),
    }))
  }
  const zipped = magic[0] === 0x1f && magic[1] === 0x8b
  budget.addFile(path)
  if (!zipped) budget.addBytes(path, size)
  const openPlain = async (): Promise<AsyncIterable<Buffer>> => {
    const raw = createReadStream(path, { highWaterMark: 256 * 1024 })
    let packed = 0
    raw.on('data', (chunk) => {
      packed += chunk.length
      onBytes(chunk.length)
    })
    if (!zipped) return raw
    const text = createGunzip()
    raw.on('error', (error) => text.destroy(error))
    // A reader that stops early closes the file, too.
    text.on('close', () => raw.destroy())
    return counted(raw.pipe(text), path, () => packed, budget)
  }
  return [{ ...common, entryName: basename(path).replace(/\.gz$/, ''), checked: zipped, open: openPlain }]
}

/** The length of a gzip file's text is unknown until it is read; `packed` is how much of the file has been read. */
async function* counted(
  text: AsyncIterable<Buffer>,
  path: string,
  packed: () => number,
  budget: ImportBudget,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of text) {
    bytes += chunk.length
    budget.checkRatio(path, bytes, packed())
    budget.addBytes(path, chunk.length)
    yield chunk
  }
}

async function firstBytes(path: string, count: number): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const bytes = new Uint8Array(count)
    await handle.read(bytes, 0, count, 0)
    return bytes
  } finally {
    await handle.close()
  }
}
