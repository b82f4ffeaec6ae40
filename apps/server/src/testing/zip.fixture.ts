import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** The files of a ZIP archive. */
export async function filesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(archive, { lazyEntries: true })
  const read = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  const files = new Map<string, Buffer>()
  for (let left = zip.entryCount; left > 0; left--) {
    const found = once(zip, 'entry')
    zip.readEntry()
    const [entry] = (await found) as [Entry]
    files.set(entry.fileName, await buffer(await read(entry)))
  }
  return files
}
