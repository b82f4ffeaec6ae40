import { PassThrough, type Readable } from 'node:stream'

import { type Entry, open, type ZipFile } from 'yauzl'

import type { ImportBudget } from './import-budget.ts'
import { ImportError } from './import-error.ts'

export interface ZipEntry {
  readonly name: string
  open(onBytes: (bytes: number) => void): Promise<Readable>
}

/** Names are stored and reported; those of market data are short. */
const MAX_NAME = 512

/**
 * The files in an archive of `packed` bytes. Throws ImportError if the archive is damaged, empty, or exceeds `budget`.
 * The stated length of an entry is verified while it is read.
 */
export async function zipEntries(path: string, packed: number, budget: ImportBudget): Promise<ZipEntry[]> {
  const archive = await openArchive(path)
  try {
    const entries = await listEntries(archive, path, budget.limits.files)
    if (entries.some((entry) => entry.fileName === '[Content_Types].xml'))
      throw new ImportError('is an Excel workbook or another Office document; save it as CSV and import that', path)
    const all = entries.filter((entry) => !entry.fileName.endsWith('/') && !isSystemFile(entry.fileName))
    // Some archives contain a readme or a status report next to the data.
    const data = all.filter((entry) => /\.(csv|json)$/i.test(entry.fileName))
    const files = data.length > 0 ? data : all
    if (files.length === 0) throw new ImportError('the archive is empty', path)
    let bytes = 0
    for (const { fileName, uncompressedSize, compressedSize } of files) {
      const name = `${path}/${fileName}`
      budget.addFile(path)
      budget.checkRatio(name, uncompressedSize, compressedSize)
      budget.addBytes(name, uncompressedSize)
      bytes += uncompressedSize
    }
    // Entries can share compressed data.
    budget.checkRatio(path, bytes, packed)
    return files.map((entry) => ({ name: entry.fileName, open: (onBytes) => openEntry(path, entry, onBytes) }))
  } finally {
    archive.close()
  }
}

/** What macOS and Windows add to folders and archives. */
export function isSystemFile(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path)
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) reject(new ImportError(`the archive cannot be read (${error.message})`, path))
      else resolve(archive)
    })
  })
}

function listEntries(archive: ZipFile, path: string, most: number): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    // Other files are skipped later, but they must be listed first.
    if (archive.entryCount > 2 * most) {
      const counts = `${archive.entryCount.toLocaleString('en-US')} files; one import takes at most ${most.toLocaleString('en-US')}`
      reject(new ImportError(`the archive has ${counts}. Import it in parts`, path))
      return
    }
    archive.on('entry', (entry: Entry) => {
      if (entry.fileName.length > MAX_NAME) {
        reject(new ImportError(`the archive has a file whose name is longer than ${MAX_NAME} characters`, path))
        return
      }
      entries.push(entry)
      archive.readEntry()
    })
    archive.on('end', () => resolve(entries))
    archive.on('error', (error: Error) =>
      reject(new ImportError(`the archive cannot be read (${error.message})`, path)),
    )
    archive.readEntry()
  })
}

async function openEntry(path: string, entry: Entry, onBytes: (bytes: number) => void): Promise<Readable> {
  const archive = await openArchive(path)
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => {
      if (error) {
        archive.close()
        reject(new ImportError(`the archive cannot be read (${error.message})`, path))
        return
      }
      const out = new PassThrough({ highWaterMark: 256 * 1024 })
      stream.on('error', (cause) => out.destroy(new ImportError(`the archive is damaged (${cause.message})`, path)))
      stream.on('end', () => onBytes(entry.compressedSize))
      // A reader that stops early closes the archive, too.
      out.on('close', () => {
        stream.destroy()
        archive.close()
      })
      stream.pipe(out)
      resolve(out)
    })
  })
}
