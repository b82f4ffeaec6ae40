import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, zstdDecompress } from 'node:zlib'
import { UserError } from '@tradeloom/domain'
import { type LogSegment, SEGMENT_BYTES, storedName } from './log-segments.ts'

const unpack = promisify(zstdDecompress)

/** Of an unfinished file, of which there is one at a time. */
const UNFINISHED = '.unfinished'

/** Compresses a file of the log into a folder, where it appears whole, safe on its disk and with its hash. */
export async function storeSegment(from: string, folder: string, name: string, at: number): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  const hash = createHash('sha256')
  try {
    await pipeline(
      createReadStream(from),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createZstdCompress(),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    )
    const { size } = await stat(unfinished)
    await rename(unfinished, join(folder, storedName(name, at, size, hash.digest('hex'))))
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

/** So that its new name survives a power failure, before the original is removed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What is inside of a stored file. @throws {UserError} if it is not what was stored. */
export async function readStored(stored: Stored): Promise<Buffer> {
  const packed = await readFile(stored.path)
  const inside = await unpack(packed, { maxOutputLength: SEGMENT_BYTES }).catch(() => Buffer.alloc(0))
  if (createHash('sha256').update(inside).digest('hex') === stored.sha256) return inside
  throw new UserError('damaged-data', `The log is damaged: ${basename(stored.path)} is not what was written`)
}

type Stored = Pick<LogSegment, 'path' | 'sha256'>
