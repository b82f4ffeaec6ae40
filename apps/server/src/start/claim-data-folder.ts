import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who works on the folder. A number alone may have gone to another program since. */
interface Holder {
  readonly pid: number
  /** When the process began, in the system's own count; null where it does not tell. */
  readonly began: string | null
}

const LOCK = 'server.lock'

const WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the quota of its disk is used up',
  ENAMETOOLONG: 'its path is too long',
}

/**
 * Makes the data folder when it is missing, sees that it can be written to, and claims it for this server: two on one
 * folder would undo each other's work. Throws with one line for people. The claim of a server that was killed ends
 * with its process.
 */
export function claimDataFolder(folder: string): () => void {
  const path = join(folder, LOCK)
  const own = `${path}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(own, JSON.stringify({ pid: process.pid, began: beginOf(process.pid) } satisfies Holder))
    while (!linked(own, path)) {
      const holder = holderOf(path)
      if (holder && isRunning(holder)) {
        throw new Error(`Another Tradeloom server (process ${holder.pid}) already works on the data folder ${folder}.`)
      }
      // Aside, not away: of two that find it at once only one gets it.
      renameIfThere(path, `${own}.old`)
      rmSync(`${own}.old`, { force: true })
    }
  } catch (error) {
    throw worded(folder, error)
  } finally {
    removeIfThere(own)
  }
  return () => {
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** A link is made by the system in one step or not at all. */
function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be made there is nothing to remove.
  }
}

function renameIfThere(path: string, to: string): void {
  try {
    renameSync(path, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function holderOf(path: string): Holder | null {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return Number.isInteger(pid) ? { pid: pid!, began: began ?? null } : null
  } catch {
    return null
  }
}

function isRunning({ pid, began }: Holder): boolean {
  if (pid === process.pid) return began === beginOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return began === beginOf(pid)
}

/** Null where the system does not tell. A zombie has ended: it only waits for its parent to take notice. */
function beginOf(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the fields after it do not.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null)
  } catch {
    return null
  }
}

function worded(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const words = code === undefined ? undefined : WORDS[code]
  if (words === undefined) return error
  return new Error(`The data folder ${folder} cannot be used: ${words}. Choose another one with TRADELOOM_DATA.`)
}
