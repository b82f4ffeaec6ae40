import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FlattenRequest, flattenRequest } from './flatten-request.ts'
import { requestsFolder } from './folders.ts'
import { namesIn } from './names-in.ts'
import { readOwn } from './read-own.ts'

/** So many new files are looked at at once: the others wait for the next time. */
const MAX_FILES = 200

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

function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ELOOP') return 'it is a link'
  return error instanceof Error && !('issues' in error) ? error.message : 'it has another form'
}
