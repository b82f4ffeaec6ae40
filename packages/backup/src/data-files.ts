import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { constants, copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UserError } from '@tradeloom/domain'
import { z } from 'zod'

/** One file of the data folder, by its path in there. */
const dataFile = z.strictObject({
  path: z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'leaves the folder'),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
})
export type DataFile = z.infer<typeof dataFile>
export const dataFiles = z.array(dataFile)

/** What a backup has of the data folder beside the database; everything else can be made again or is only of the moment. */
const KEPT = [
  'market',
  // Engines of running sessions, which no later program builds.
  join('runner', 'kept'),
  'login.key',
  'deleted-accounts',
  'postgres.password',
]
/** Inside of them: columns are made from months; locks, bans and what is being prepared are of the moment. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.budgets', '.columns', '.lock', '.silence', '.staging'])
const TEMPORARY = /\.tmp$/

/** Files of months are replaced, never changed, so that a second name of the same file is as good as a copy. */
const IMMUTABLE = /\.parquet$/
/** Imports that replace files meanwhile: those are copied again. */
const ROUNDS = 5

/** What there is, by path, with what changes when a file does. */
type Listing = ReadonlyMap<string, string>

/**
 * Copies what is worth keeping to `target`, each file with its hash, until nothing has changed since it was listed: months
 * of one import belong together.
 */
export async function copyDataFiles(dataDir: string, target: string, signal?: AbortSignal): Promise<DataFile[]> {
  const copied = new Map<string, DataFile>()
  let before: Listing = new Map()
  let listed = await listKept(dataDir)
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of before.keys()) if (!listed.has(path)) await drop(target, path, copied)
    for (const [path, state] of listed) {
      signal?.throwIfAborted()
      if (before.get(path) === state && copied.has(path)) continue
      await drop(target, path, copied)
      const file = await copyOne(dataDir, target, path)
      if (file) copied.set(path, file)
    }
    before = listed
    listed = await listKept(dataDir)
    if (isSame(before, listed)) return [...copied.values()]
  }
  throw new UserError('busy', 'Market data is being written all the time. Please back up again later')
}

function isSame(a: Listing, b: Listing): boolean {
  return a.size === b.size && [...a].every(([path, state]) => b.get(path) === state)
}

async function drop(target: string, path: string, copied: Map<string, DataFile>): Promise<void> {
  if (copied.delete(path)) await rm(join(target, path), { force: true })
}

/** Null if it is gone. */
async function copyOne(dataDir: string, target: string, path: string): Promise<DataFile | null> {
  const [from, to] = [join(dataDir, path), join(target, path)]
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await place(from, to)
    return { path: path.split(sep).join('/'), ...(await hashFile(to)) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function place(from: string, to: string): Promise<void> {
  if (IMMUTABLE.test(from)) {
    try {
      await link(from, to)
      return
    } catch (error) {
      // Another file system, or one without second names.
      if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}

async function listKept(dataDir: string): Promise<Listing> {
  const found = new Map<string, string>()
  for (const name of KEPT) await list(dataDir, name, found)
  return found
}

async function list(root: string, path: string, found: Map<string, string>): Promise<void> {
  const info = await stat(join(root, path)).catch(() => null)
  if (info?.isFile() === true) found.set(path, `${info.ino} ${info.size} ${info.mtimeMs}`)
  if (info?.isDirectory() !== true) return
  const names = await readdir(join(root, path)).catch((): string[] => [])
  for (const name of names.toSorted()) {
    if (!LEFT_OUT.has(name) && !TEMPORARY.test(name)) await list(root, join(path, name), found)
  }
}

export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}
