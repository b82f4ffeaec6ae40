import { UserError } from '@tradeloom/domain'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 120_000
const POLL_MS = 40
/** Longer than any writer needs to create its lock and write its name into it. */
const UNNAMED_MS = 10_000

/** Lock files held by this process, so that its own process id in a lock left by a crash counts as stale. */
const held = new Set<string>()

/** Another writer held the lock for longer than this one waits. */
export class LockedByOther extends UserError {
  constructor() {
    super('busy', 'Another import is still writing this instrument. Try again when it has ended')
  }
}

/**
 * Runs `work` while this process is the only writer of what `path` represents. Waits for another writer; takes over a
 * lock whose process has ended. Throws LockedByOther after two minutes, or `patienceMs`.
 */
export async function withWriterLock<T>(
  path: string,
  work: () => Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<T> {
  await acquire(path, patienceMs)
  try {
    return await work()
  } finally {
    held.delete(path)
    // What was written is committed all the same; an orphaned lock is taken over.
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function acquire(path: string, patienceMs: number): Promise<void> {
  const owner = JSON.stringify({ pid: process.pid, started: processStart(process.pid) })
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      if (held.has(path)) throw Object.assign(new Error('held'), { code: 'EEXIST' })
      return await create(path, owner)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (!held.has(path) && (await isStale(path))) await removeStale(path)
    else if (performance.now() >= deadline) throw new LockedByOther()
    else await sleep(POLL_MS)
  }
}

/** Held from before it is there: another writer of this process could read it before this one goes on, and call it stale. */
async function create(path: string, owner: string): Promise<void> {
  held.add(path)
  try {
    await writeFile(path, owner, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => removeUnnamed(path, error))
  } catch (error) {
    held.delete(path)
    throw error
  }
}

/**
 * On a full disk the lock is created and its name cannot be written: nobody could tell later that its writer has ended.
 */
async function removeUnnamed(path: string, error: NodeJS.ErrnoException): Promise<never> {
  if (error.code !== 'EEXIST') await rm(path, { force: true })
  throw error
}

async function isStale(path: string): Promise<boolean> {
  let text: string
  let age: number
  try {
    text = await readFile(path, 'utf8')
    age = Date.now() - (await stat(path)).mtimeMs
  } catch {
    return false
  }
  // An empty file is a lock that is just being written, or one whose writer was killed at that point.
  if (text === '') return age > UNNAMED_MS
  try {
    const { pid, started } = JSON.parse(text) as { pid: number; started: string | null }
    if (pid === process.pid && started === processStart(pid)) return !held.has(path)
    return !isAlive(pid) || started !== processStart(pid)
  } catch {
    return true
  }
}

/**
 * If two processes see the same stale lock, the slower one may catch the new lock of the faster one; it then puts it
 * back.
 */
async function removeStale(path: string): Promise<void> {
  const aside = `${path}.${process.pid}.stale`
  try {
    await rename(path, aside)
    if (!(await isStale(aside))) await link(aside, path)
    await rm(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time of a process on Linux: process ids are reused, in containers at every start. */
function processStart(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
