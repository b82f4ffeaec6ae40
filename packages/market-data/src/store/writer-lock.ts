import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { MarketDataError } from './market-data-error.ts'

const PATIENCE_MS = 120_000
const POLL_MS = 40
/** Longer than any writer takes from making its lock to writing its name into it. */
const UNNAMED_MS = 10_000

/** Lock files that this process holds, so that its own process id in one left by a crash is seen as stale. */
const held = new Set<string>()

/** Somebody else went on writing for longer than this writer waits. */
export class LockedByOther extends MarketDataError {
  constructor() {
    super('Another import is still writing this instrument. Try again when it has ended', 'busy')
  }
}

/**
 * Runs `work` while this process is the one writer of what `path` stands for. Waits for another writer; takes
 * over a lock whose process is gone. Throws LockedByOther after two minutes, or `patienceMs`.
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
    // What was written counts all the same; a lock that nobody holds is taken over.
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function acquire(path: string, patienceMs: number): Promise<void> {
  const owner = JSON.stringify({ pid: process.pid, started: processStart(process.pid) })
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      if (held.has(path)) throw Object.assign(new Error('held'), { code: 'EEXIST' })
      await writeFile(path, owner, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => removeUnnamed(path, error))
      held.add(path)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (!held.has(path) && (await isStale(path))) await removeStale(path)
    else if (performance.now() >= deadline) throw new LockedByOther()
    else await sleep(POLL_MS)
  }
}

/** On a full disk the lock is made and the name does not fit: nobody could tell later that its writer is gone. */
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
  // An empty file is a lock that is being written at this moment, or one whose writer was killed just then.
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
 * Of two processes that see the same stale lock, the slower one may catch the lock that the faster one has made
 * since; it then puts it back.
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

/** Start time of a process on Linux: process ids are used again, in containers at every start. */
function processStart(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
