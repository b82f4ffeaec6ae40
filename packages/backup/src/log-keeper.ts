import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, type Drizzle, logStaging, makeLogStaging } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { sql } from 'drizzle-orm'
import { hashFile } from './data-files.ts'
import { isBeingTaken, listBackups } from './backup-folders.ts'
import { backupsWithLog, type Retention } from './keep-backups.ts'
import { listLog, logFolder, SEGMENT_BYTES, segmentAt } from './log-segments.ts'
import { type Base, basesOf } from './recoverable.ts'
import { storeSegment } from './store-segment.ts'
import { wordDiskError } from './word-disk-error.ts'

export interface LogTerms {
  readonly db: Pick<Drizzle, 'execute'>
  readonly dataDir: string
  /** The folder of all backups. */
  readonly root: string
  readonly retention: Retention
  readonly now: () => number
  /** How many bytes of finished log may wait for a folder that cannot be written to. */
  readonly maxWaitingBytes?: number
}

const MAX_WAITING_BYTES = 4e9
/** What the disk of the database keeps free, whatever waits. */
const MIN_FREE_BYTES = 1e9
/** PostgreSQL finishes a segment each minute, and stages it at once. */
const STAGED_MS = 5 * 60_000
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
const READY = '.ready'

/**
 * Takes finished segments of the log from where PostgreSQL stages them to the folder beside the backups, and removes those
 * that no backup needs any longer. PostgreSQL never waits for it: what cannot be stored waits up to a bound, and is then
 * given up, so that only a new backup can be continued. One runs for an installation.
 */
export class LogKeeper {
  readonly #terms: LogTerms
  /** For each segment that was being written at some moment, the last such moment: what was committed until then is in it. */
  readonly #writtenAt = new Map<string, number>()
  #hadBackups = false
  #problem: string | null = null

  constructor(terms: LogTerms) {
    this.#terms = terms
  }

  /** Why the log is not stored; null if it is. */
  get problem(): string | null {
    return this.#problem
  }

  async look(signal?: AbortSignal): Promise<void> {
    try {
      const isStaging = await this.#mark()
      const bases = await this.#bases()
      if (bases === null) await this.#dropStaged()
      else await this.#store(signal)
      // The first backup is being taken: it is not yet said what it needs.
      if (bases?.length !== 0) await this.#prune(bases ?? [])
      this.#problem = isStaging ? null : 'PostgreSQL does not stage its log: restart the server'
    } catch (error) {
      const worded = wordDiskError(error, `The log is not stored in ${logFolder(this.#terms.root)}`)
      this.#problem = worded instanceof UserError ? worded.text : `The log is not stored: ${String(error)}`
    }
    if (this.#problem !== null) await this.#bound()
  }

  /**
   * Commits an empty transaction, and notes in which segment it is: a recovery to a moment needs a later transaction to
   * know that it is there. False if the log is not staged.
   */
  async #mark(): Promise<boolean> {
    const { db, now } = this.#terms
    const at = now()
    try {
      await db.execute(sql`select pg_current_xact_id()`)
      const { rows } = await db.execute<{ segment: string; isOn: boolean; late: string | null }>(sql`
        select pg_walfile_name(pg_current_wal_insert_lsn()) as segment,
          current_setting('archive_mode') = 'on' and current_setting('archive_library') <> '' as "isOn"`)
      const [row] = rows
      if (!row) return true
      this.#writtenAt.set(row.segment, at)
      return row.isOn && !(await this.#isStuck())
    } catch {
      // It is away, which others say; what it staged is stored meanwhile.
      return true
    }
  }

  /** Segments that PostgreSQL finished and could not stage. */
  async #isStuck(): Promise<boolean> {
    const folder = this.#statusFolder
    for (const name of await waitingIn(folder)) {
      const found = await stat(join(folder, name)).catch(() => null)
      if (found && Date.now() - found.mtimeMs > STAGED_MS) return true
    }
    return false
  }

  get #statusFolder(): string {
    return join(clusterFolder(this.#terms.dataDir), 'pg_wal', 'archive_status')
  }

  /** The backups that the log continues; null if there is none, so that nobody needs the log. */
  async #bases(): Promise<Base[] | null> {
    const { root, retention } = this.#terms
    const { backups } = await listBackups(root)
    const bases = basesOf(backupsWithLog(backups, retention))
    if (bases.length > 0 || (await isBeingTaken(root))) {
      this.#hadBackups ||= bases.length > 0
      return bases
    }
    // Perhaps its disk is away.
    if (this.#hadBackups) throw new UserError('disk', `The backups in ${root} no longer exist`)
    return null
  }

  async #store(signal: AbortSignal | undefined): Promise<void> {
    const { dataDir, root } = this.#terms
    makeLogStaging(dataDir)
    const [from, folder] = [logStaging(dataDir), logFolder(root)]
    const names = (await readdir(from)).toSorted()
    if (names.length === 0) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { segments, histories } = await listLog(root)
    const stored = new Map([...segments, ...histories].map(({ name, sha256 }) => [name, sha256]))
    for (const name of names) {
      if (signal?.aborted === true) return
      const path = join(from, name)
      if (stored.has(name)) await requireSame(path, stored.get(name), name)
      else if (SEGMENT.test(name) || HISTORY.test(name))
        await storeSegment(path, folder, name, await this.#until(path, name))
      // PostgreSQL is writing it, unless it was killed.
      else if (name.startsWith('archtemp') && (await isYoung(path))) continue
      await rm(path, { force: true })
    }
  }

  async #until(path: string, name: string): Promise<number> {
    let until: number | null = null
    for (const [segment, at] of this.#writtenAt) {
      if (segment > name) continue
      until = Math.max(until ?? 0, at)
      if (segment < name) this.#writtenAt.delete(segment)
    }
    return until ?? Math.floor((await stat(path)).mtimeMs)
  }

  async #prune(bases: readonly Base[]): Promise<void> {
    const { segments } = await listLog(this.#terms.root)
    for (const { timeline, number, path } of segments) {
      const isNeeded = bases.some(
        ({ database }) => database.timeline <= timeline && segmentAt(database.startLsn) <= number,
      )
      if (!isNeeded) await rm(path, { force: true })
    }
  }

  /** A log that nobody takes may not fill the disk of the database. */
  async #bound(): Promise<void> {
    const { dataDir, maxWaitingBytes = MAX_WAITING_BYTES } = this.#terms
    const { bavail, bsize } = await statfs(dataDir)
    const names = [...(await waitingIn(this.#statusFolder)), ...(await readdir(logStaging(dataDir)).catch(() => []))]
    if (names.length * SEGMENT_BYTES > maxWaitingBytes || (names.length > 0 && bavail * bsize < MIN_FREE_BYTES)) {
      await this.#dropStaged()
      await this.#dropWaiting()
    }
  }

  async #dropStaged(): Promise<void> {
    const staging = logStaging(this.#terms.dataDir)
    for (const name of await readdir(staging).catch((): string[] => [])) {
      if (SEGMENT.test(name)) await rm(join(staging, name), { force: true })
    }
  }

  async #dropWaiting(): Promise<void> {
    for (const name of await waitingIn(this.#statusFolder)) {
      const path = join(this.#statusFolder, name)
      if (SEGMENT.test(name.slice(0, -READY.length))) await rename(path, `${path.slice(0, -READY.length)}.done`)
    }
  }
}

/** Names of segments that PostgreSQL finished and did not stage yet. */
async function waitingIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.filter((name) => name.endsWith(READY))
}

/** It was stored already, and the server was killed before it removed it here. */
async function requireSame(path: string, sha256: string | undefined, name: string): Promise<void> {
  if ((await hashFile(path)).sha256 === sha256) return
  throw new UserError(
    'conflict',
    `The log is not stored: the segment ${name} of another installation is next to the backups. Choose another folder ` +
      `with TRADELOOM_BACKUPS`,
  )
}

async function isYoung(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs < STAGED_MS
}
