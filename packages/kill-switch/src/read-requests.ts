import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type FlattenRequest, flattenRequest } from './flatten-request.ts'
import { MAX_BYTES, requestsFolder } from './folders.ts'

/** So many new files are looked at at once: the others wait for the next time. */
const MAX_FILES = 200
const WRITABLE_BY_OTHERS = 0o022

interface FoundRequests {
  readonly requests: readonly FlattenRequest[]
  /** What was no request, with the reason. It is removed. */
  readonly ignored: readonly { readonly name: string; readonly reason: string }[]
}

/** The requests that are not `seen`, by id. Only a file of this user or of root, which nobody else can write, is one. */
export function readRequests(dataDir: string, seen: ReadonlySet<string>): FoundRequests {
  const folder = requestsFolder(dataDir)
  const requests: FlattenRequest[] = []
  const ignored: { name: string; reason: string }[] = []
  const fresh = namesIn(folder).filter((name) => !name.startsWith('.') && !seen.has(name.replace(/\.json$/, '')))
  for (const name of fresh.slice(0, MAX_FILES)) {
    const path = join(folder, name)
    try {
      const request = flattenRequest.parse(JSON.parse(readOwn(path)))
      if (name !== `${request.id}.json`) throw new Error('its name is not its id')
      requests.push(request)
    } catch (error) {
      rmSync(path, { recursive: true, force: true })
      ignored.push({ name, reason: reasonOf(error) })
    }
  }
  return { requests, ignored }
}

/** Whether there is any, also one that was carried out today. */
export function isFlattenRequested(dataDir: string): boolean {
  return namesIn(requestsFolder(dataDir)).length > 0
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A link is not followed, and a pipe is not waited for. */
function readOwn(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const problem = problemOf(fstatSync(descriptor))
    if (problem !== null) throw new Error(problem)
    const bytes = Buffer.alloc(MAX_BYTES)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, MAX_BYTES, 0))
  } finally {
    closeSync(descriptor)
  }
}

function problemOf(stats: Stats): string | null {
  if (!stats.isFile()) return 'it is not a file'
  if (stats.uid !== 0 && stats.uid !== process.getuid?.()) return 'it belongs to another user'
  if ((stats.mode & WRITABLE_BY_OTHERS) !== 0) return 'other users can write it'
  return stats.size > MAX_BYTES ? 'it is too large' : null
}

function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ELOOP') return 'it is a link'
  return error instanceof Error && !('issues' in error) ? error.message : 'it has another form'
}
