import { UserError } from '@tradeloom/domain'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { syncFolder, temporaryName, writeSynced } from './durable-file.ts'
import { ReplacedWhileRead } from './stable-read.ts'
import { LockedByOther, withWriterLock } from './writer-lock.ts'

/**
 * Several files of an instrument's folder are replaced atomically. A writer that holds the lock prepares them in
 * `.staging`, laid out like the folder itself. Renaming it to `.switch` commits them; then they are moved into place
 * one by one. A writer that dies before the rename leaves no effect; one that dies after it leaves work for the next
 * reader or writer to finish. `.generation` is moved last and is different every time, so a reader can tell whether
 * everything it read belongs together.
 */
const STAGING = '.staging'
const SWITCH = '.switch'
/** Another file after every switch. */
export const GENERATION = '.generation'
const LOCK = '.lock'

/** Reads are short compared to imports, so a few attempts suffice. */
const ATTEMPTS = 20
const PAUSE_MS = 10
/** Moving files takes milliseconds; a disk may be slow. */
const PATIENCE_MS = 30_000

/** Runs `work` as the only writer of an instrument's folder. */
export function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  return withWriterLock(join(folder, LOCK), work)
}

/** An empty folder for staging files. First recovers from a writer that died. */
export async function beginStaging(folder: string): Promise<string> {
  await clearFolder(folder)
  const staging = join(folder, STAGING)
  await mkdir(staging)
  return staging
}

/** Discards what was prepared. */
export async function dropStaging(folder: string): Promise<void> {
  await rm(join(folder, STAGING), { recursive: true, force: true })
}

/**
 * Commits everything prepared, atomically. Files in `.staging` must already be on the disk. `signal` can still abort
 * right before.
 */
export async function switchStaging(folder: string, signal?: AbortSignal): Promise<void> {
  const staging = join(folder, STAGING)
  await writeSynced(join(staging, GENERATION), randomUUID())
  await syncFolder(staging)
  signal?.throwIfAborted()
  await rename(staging, join(folder, SWITCH))
  // Committed from here on: what cannot be finished now is finished by the next process.
  await syncFolder(folder).catch(() => undefined)
  await finishSwitch(folder).catch(() => undefined)
}

/**
 * Removes a folder from an instrument's folder; a concurrent reader has read all of it or nothing. The caller holds the
 * lock, and `work` updates the rest.
 */
export async function removeFromFolder(folder: string, name: string, work: () => Promise<void>): Promise<void> {
  const staging = await beginStaging(folder)
  await writeSynced(join(staging, GENERATION), randomUUID())
  await rename(staging, join(folder, SWITCH))
  const aside = temporaryName(join(folder, `.${name}`))
  await rename(join(folder, name), aside)
  await work()
  await finishSwitch(folder)
  await rm(aside, { recursive: true, force: true })
}

/** Finishes or discards what a dead writer left; the caller holds the lock. */
async function clearFolder(folder: string): Promise<void> {
  await finishSwitch(folder)
  await dropStaging(folder)
}

/** Whether a writer is active here, or left something behind. */
async function hasLeftovers(folder: string): Promise<boolean> {
  return (await exists(join(folder, STAGING))) || (await exists(join(folder, SWITCH)))
}

/** Finishes or discards what a dead writer left; does not disturb an active one. */
export async function recoverFolder(folder: string): Promise<void> {
  if (!(await hasLeftovers(folder))) return
  await withWriterLock(join(folder, LOCK), () => clearFolder(folder), 0).catch((error: unknown) => {
    if (!(error instanceof LockedByOther)) throw error
  })
}

/**
 * Runs `work`, which reads folders of an instrument, so that everything comes from before a switch or everything from
 * after it. Repeats it if there was a switch in between.
 */
export async function readSettled<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    for (const folder of folders) await settle(folder)
    const before = await generations(folders)
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const pending = await Promise.all(folders.map((folder) => exists(join(folder, SWITCH))))
    if (pending.includes(true) || (await generations(folders)) !== before) continue
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  throw new ReplacedWhileRead()
}

/** Waits for an active switch, and finishes one whose writer is gone. */
async function settle(folder: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (await exists(join(folder, SWITCH))) {
    try {
      await withWriterLock(join(folder, LOCK), () => finishSwitch(folder), 0)
    } catch (error) {
      if (performance.now() > deadline) throw unfinished(error)
    }
    await sleep(PAUSE_MS)
  }
}

function unfinished(cause: unknown): UserError {
  const text =
    'An import of this instrument was interrupted while its files were moved into place. It completes when a user ' +
    'with write permission reads the instrument'
  return new UserError('busy', text, null, cause)
}

/** Moves the rest of `.switch` into place; can be repeated after an interruption at any point. */
async function finishSwitch(folder: string): Promise<void> {
  const from = join(folder, SWITCH)
  if (!(await exists(from))) return
  const changed = new Set<string>()
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || (entry.name === GENERATION && entry.parentPath === from)) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(folder, path.slice(from.length + 1))
    await mkdir(dirname(target), { recursive: true })
    await rename(path, target)
    changed.add(dirname(target))
  }
  for (const one of changed) await syncFolder(one)
  if (await exists(join(from, GENERATION))) await rename(join(from, GENERATION), join(folder, GENERATION))
  await syncFolder(folder)
  await rm(from, { recursive: true, force: true })
}

async function generations(folders: readonly string[]): Promise<string> {
  const all = folders.map((folder) =>
    readFile(join(folder, GENERATION), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
      throw error
    }),
  )
  return (await Promise.all(all)).join()
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}
