import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import type { BackupRecord } from './backup-record.ts'
import { openRestored } from './open-restored.ts'
import { type Quarantined, quarantine } from './quarantine.ts'
import { wordDiskError } from './word-disk-error.ts'

export interface RestoreResult extends Quarantined {
  readonly record: BackupRecord
  /** Files that are missing or damaged: everything else was restored. */
  readonly faults: readonly string[]
}

/**
 * Restores a backup into a data folder that is missing or empty, and puts it into quarantine. Whatever goes wrong, the folder
 * is as it was. @throws {UserError} with what stands in the way.
 */
export async function restoreBackup(folder: string, dataDir: string, now?: () => number): Promise<RestoreResult> {
  const before = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  })
  if (before !== null && before.length > 0) {
    throw new UserError(
      'conflict',
      `${dataDir} is not empty, and a restore never replaces anything: choose a new folder with --data`,
    )
  }
  try {
    await mkdir(dirname(dataDir), { recursive: true })
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const { record, database, faults } = await openRestored(folder, dataDir)
    try {
      return { record, faults, ...(await quarantine(database.db, record.takenAt, now)) }
    } finally {
      await database.stop()
    }
  } catch (error) {
    await empty(dataDir, before === null)
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  }
}

async function empty(dataDir: string, isRemoved: boolean): Promise<void> {
  if (isRemoved) return rm(dataDir, { recursive: true, force: true })
  for (const name of await readdir(dataDir).catch((): string[] => [])) {
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
