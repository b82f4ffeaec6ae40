import { PassThrough, type Readable } from 'node:stream'

import { type Entry, open, type ZipFile } from 'yauzl'

import { ImportError } from './import-error.ts'

export interface ZipEntry {
  readonly name: string
  open(onBytes: (bytes: number) => void): Promise<Readable>
}

/** More than this unpacked is no market data but a bomb. */
const LARGEST_ENTRY = 8 * 1024 ** 3

/** The files in an archive. Throws ImportError when it is damaged or holds none. */
export async function zipEntries(path: string): Promise<ZipEntry[]> {
  const archive = await openArchive(path)
  try {
    const entries = await listEntries(archive, path)
    const all = entries.filter((entry) => !entry.fileName.endsWith('/'))
    // Some archives have a readme or a status report beside the data.
    const data = all.filter((entry) => /\.(csv|json)$/i.test(entry.fileName))
    const files = data.length > 0 ? data : all
    if (files.length === 0) throw new ImportError('the archive is empty', path)
    const large = files.find((entry) => entry.uncompressedSize > LARGEST_ENTRY)
    if (large) throw new ImportError(`${large.fileName} is larger than 8 GB unpacked`, path)
    return files.map((entry) => ({ name: entry.fileName, open: (onBytes) => openEntry(path, entry, onBytes) }))
  } finally {
    archive.close()
  }
}

function openArchive(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) reject(new ImportError(`the archive cannot be read (${error.message})`, path))
      else resolve(archive)
    })
  })
}

function listEntries(archive: ZipFile, path: string): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    archive.on('entry', (entry: Entry) => {
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
      // Whoever stops reading early ends the archive too.
      out.on('close', () => {
        stream.destroy()
        archive.close()
      })
      stream.pipe(out)
      resolve(out)
    })
  })
}
