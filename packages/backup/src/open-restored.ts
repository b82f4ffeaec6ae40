import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder, countKnownMigrations, type Database, silentLogger, startDatabase } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { type BackupRecord, readRecord } from './backup-record.ts'
import type { StoredLog } from './log-segments.ts'
import type { Recovery } from './recoverable.ts'
import { prepareReplay } from './replay-log.ts'
import { unpackDatabase, unpackFiles } from './unpack-database.ts'

export interface Restored {
  readonly record: BackupRecord
  readonly database: Database
  /** Files that are missing or damaged. */
  readonly faults: readonly string[]
}

/** How the log is treated: replayed to a moment, or to where the backup was consistent, or left alone to verify a backup. */
export type Replay = { readonly log: StoredLog; readonly recovery: Recovery | null } | 'none'

/**
 * Unpacks a backup into an empty folder and starts its database, which replays its log until it is consistent, or until
 * the moment of a recovery.
 * @throws {UserError} if it cannot be restored by this program, or its database is damaged.
 */
export async function openRestored(folder: string, dataDir: string, replay: Replay): Promise<Restored> {
  const record = await readRecord(folder)
  if (record.database.kind === 'own') {
    throw new UserError(
      'conflict',
      `The database of this backup is your own PostgreSQL: restore that to ${record.database.lsn} or later with its own ` +
        `tools, and copy the folder "files" of the backup to the data folder`,
    )
  }
  if (record.migrations > countKnownMigrations()) {
    throw new UserError(
      'conflict',
      `The backup is of Tradeloom ${record.program}, which is newer: restore it with that one`,
    )
  }
  const faults = await unpackFiles(folder, record, dataDir)
  await unpackDatabase(folder, record.database, dataDir)
  const major = Number((await readFile(join(clusterFolder(dataDir), 'PG_VERSION'), 'utf8')).trim())
  if (major !== record.database.major) throw new UserError('damaged-data', `The backup is of PostgreSQL ${major}`)
  const recovery =
    replay === 'none' ? { archive_mode: 'off' } : await prepareReplay(dataDir, replay.log, replay.recovery)
  try {
    return { record, database: await startDatabase({ dataDir, logger: silentLogger, recovery }), faults }
  } catch (error) {
    throw wordRecoveryError(error, major)
  }
}

function wordRecoveryError(error: unknown, major: number): unknown {
  const reason = error instanceof Error ? error.message : String(error)
  if (/incompatible|not compatible/.test(reason)) {
    return new UserError('conflict', `This Tradeloom has another PostgreSQL than the backup's ${major}: ${reason}`)
  }
  if (!reason.includes('before configured recovery target was reached')) return error
  const [, last] = /last completed transaction was at log time (\S+ \S+)\+00/.exec(reason) ?? []
  const known = last === undefined ? '' : `: its last transaction is of ${last} UTC`
  return new UserError('invalid-input', `The log ends before the moment to restore${known}`)
}
