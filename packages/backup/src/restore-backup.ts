import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAlive, RESTORING_FILE, stopLeftCluster } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { listBackups } from './backup-folders.ts'
import { type BackupRecord, readRecord } from './backup-record.ts'
import { listLog } from './log-segments.ts'
import { openRestored } from './open-restored.ts'
import { type Quarantined, quarantine } from './quarantine.ts'
import { baseOf, basesOf, planRecovery } from './recoverable.ts'
import { wordDiskError } from './word-disk-error.ts'

export interface RestoreResult extends Quarantined {
  readonly record: BackupRecord
  /** The moment to which it was restored. */
  readonly at: number
  /** Files that are missing or damaged: everything else was restored. */
  readonly faults: readonly string[]
}

export interface RestoreRequest {
  /** A backup, or the folder of all backups: the newest, or the one from which a moment is restored. */
  readonly folder: string
  /** Missing or empty. */
  readonly dataDir: string
  /** Everything that was committed until this moment, which is included, is restored; null: what the backup has. */
  readonly until?: number | null
  readonly now?: () => number
}

/**
 * Restores a backup into a data folder that is missing or empty, or of which an earlier restore was interrupted, and puts it into
 * quarantine. Whatever goes wrong, the folder is as it was; until it is whole, no server starts on it. @throws {UserError} with what stands in the way.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { dataDir, until = null, now } = request
  const isThere = await requireEmpty(dataDir)
  await stopLeftCluster(dataDir)
  try {
    await mkdir(dirname(dataDir), { recursive: true })
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await empty(dataDir, false)
    const mark = join(dataDir, RESTORING_FILE)
    await writeFile(mark, String(process.pid), { mode: 0o600, flush: true })
    const { folder, log, recovery } = await sourceOf(request.folder, until)
    const { record, database, faults } = await openRestored(folder, dataDir, { log, recovery })
    try {
      const restored = { takenAt: record.takenAt, at: until ?? record.takenAt }
      const quarantined = await quarantine(database.db, restored, now)
      await database.stop()
      await rm(mark)
      return { record, at: restored.at, faults, ...quarantined }
    } catch (error) {
      await database.stop()
      throw error
    }
  } catch (error) {
    await empty(dataDir, !isThere)
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  }
}

/** Whether the folder exists. @throws {UserError} if there is something in it that no interrupted restore has left. */
export async function requireEmpty(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  })
  if (names === null || names.length === 0) return names !== null
  if (names.includes(RESTORING_FILE)) {
    const pid = Number(await readFile(join(dataDir, RESTORING_FILE), 'utf8').catch(() => ''))
    if (pid > 1 && isAlive(pid))
      throw new UserError('busy', `Another restore into ${dataDir} is under way (process ${pid})`)
    return true
  }
  throw new UserError(
    'conflict',
    `${dataDir} is not empty, and a restore never replaces anything: choose a new folder with --data`,
  )
}

/** From which backup, and with which log. */
async function sourceOf(folder: string, until: number | null) {
  const { backups } = await listBackups(folder)
  if (until === null) {
    const newest = backups[0]?.folder ?? folder
    return { folder: newest, log: await listLog(dirname(newest)), recovery: null }
  }
  const isRoot = backups.length > 0
  const log = await listLog(isRoot ? folder : dirname(folder))
  const bases = isRoot ? basesOf(backups) : [baseOf(folder, await readRecord(folder))].flatMap((base) => base ?? [])
  const recovery = await planRecovery(bases, log, until)
  return { folder: recovery.base.folder, log, recovery }
}

async function empty(dataDir: string, isRemoved: boolean): Promise<void> {
  if (isRemoved) return rm(dataDir, { recursive: true, force: true })
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
