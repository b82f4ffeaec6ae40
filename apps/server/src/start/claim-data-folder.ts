import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The process that uses the folder. Its id alone may have been reused by another program. */
interface Holder {
  readonly pid: number
  /** Start time of the process in system ticks; null where the system does not report it. */
  readonly startedAt: string | null
}

const LOCK = 'server.lock'

const WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is a file',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'it is read-only',
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'its disk quota is used up',
  ENAMETOOLONG: 'its path is too long',
}

export interface ClaimOptions {
  /** The database is elsewhere, so any number of servers may share the folder. */
  readonly isShared: boolean
}

/**
 * Closes the folder to everybody else. Where root runs the server, the users of PostgreSQL and of runners pass through it to
 * what is theirs, and list nothing.
 */
function closeFolder(folder: string): void {
  const { mode, uid } = statSync(folder)
  const user = process.getuid?.()
  if (user === undefined || user !== uid) return
  chmodSync(folder, (mode & 0o7000) | (user === 0 ? 0o711 : 0o700))
}

/**
 * Creates the data folder if it is missing and checks that it is writable. An embedded PostgreSQL lives in the folder
 * of one server only, so without a database elsewhere the folder is claimed for this server; the claim of a server that
 * was killed ends with its process. Throws a one-line error for the operator.
 */
export function claimDataFolder(folder: string, { isShared }: ClaimOptions): () => void {
  const path = join(folder, LOCK)
  const own = `${path}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeFolder(folder)
    writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) } satisfies Holder))
    if (isShared) return () => undefined
    while (!linked(own, path)) {
      const holder = holderOf(path)
      if (holder && isRunning(holder)) {
        throw new Error(
          `Another Tradeloom server (process ${holder.pid}) already uses the data folder ${folder}. ` +
            'Several servers need an external PostgreSQL: set DATABASE_URL.',
        )
      }
      // Renamed, not deleted: if two processes find it at the same time, only one succeeds.
      renameIfThere(path, `${own}.old`)
      rmSync(`${own}.old`, { force: true })
    }
  } catch (error) {
    throw worded(folder, error)
  } finally {
    removeIfExists(own)
  }
  return () => {
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** Linking is atomic. */
function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfExists(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Where nothing can be created, there is nothing to remove.
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
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    return Number.isInteger(pid) ? { pid: pid!, startedAt: startedAt ?? null } : null
  } catch {
    return null
  }
}

function isRunning({ pid, startedAt }: Holder): boolean {
  if (pid === process.pid) return startedAt === startTimeOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startedAt === startTimeOf(pid)
}

/** Null where the system does not report it. A zombie has ended: its parent has not collected it yet. */
function startTimeOf(pid: number): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces; the fields after it do not.
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
