import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Drizzle, schema, takeBaseBackup } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { eq, sql } from 'drizzle-orm'
import type { PoolConfig } from 'pg'
import { backupName, finishFolder, listBackups, partialFolder, removePartial } from './backup-folders.ts'
import { type BackupRecord, DATABASE_MANIFEST, databaseFile, FILE_LIST, RECORD_FILE } from './backup-record.ts'
import { copyDataFiles, hashFile } from './data-files.ts'
import { expiredBackups, type Retention } from './keep-backups.ts'
import { countRows, rowsBetween } from './table-rows.ts'
import { wordDiskError } from './word-disk-error.ts'

/** What is backed up, and where. */
export interface BackupTerms {
  readonly dataDir: string
  /** The database is the operator's own, and so is its backup. */
  readonly isOwnDatabase: boolean
  /** The folder of all backups. */
  readonly root: string
  readonly program: string
  /** Null: none is removed. */
  readonly retention: Retention | null
}

export interface BackupRequest extends BackupTerms {
  readonly db: Drizzle
  readonly connection: PoolConfig
  readonly now?: () => number
  readonly signal?: AbortSignal
}

export interface TakenBackup {
  readonly name: string
  readonly folder: string
  readonly record: BackupRecord
  /** Names of backups that were no longer needed. */
  readonly removed: readonly string[]
}

/** The tables of a database become half as large as with gzip, in a quarter of the time. */
const ARCHIVE = 'base.tar.zst'
/** Levels above take longer and save little. */
const FAST = 1
/** A commit waits for whatever else its disk has to write before. */
const SYNC_BYTES = 16 * 1024 * 1024

/** Advisory lock of whoever backs up this installation. */
const LOCK = 7_236_049

/**
 * Writes a backup: the database, then the files of the data folder, so that the files of every row are there. The master key
 * is not in it. A backup appears whole or not at all. @throws {UserError} with what stands in the way.
 */
export async function takeBackup(request: BackupRequest): Promise<TakenBackup> {
  const { db, root, now = Date.now } = request
  return db.transaction(async (tx) => {
    // Silence in this transaction is expected: it only holds the lock.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const { rows } = await tx.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`)
    if (rows[0]?.isOurs !== true) throw new UserError('busy', 'Another backup is being written. Nothing was changed')
    try {
      await makeRoot(root)
      await removePartial(root)
      const name = await freeName(root, now())
      await mkdir(partialFolder(root, name), { mode: 0o700 })
      const record = await write(request, partialFolder(root, name))
      const folder = await finishFolder(root, name)
      return { name, folder, record, removed: await removeExpired(request) }
    } catch (error) {
      await removePartial(root).catch(() => undefined)
      throw wordDiskError(error, `The backup in ${root} was given up`)
    }
  })
}

/** Of this second, or of the next that has no backup: a clock that was set back comes to the same one again. */
async function freeName(root: string, at: number): Promise<string> {
  const taken = new Set(await readdir(root))
  for (let time = at; ; time += 1_000) if (!taken.has(backupName(time))) return backupName(time)
}

/** Only the last folder of its path: a path with a typing error is refused. */
async function makeRoot(root: string): Promise<void> {
  try {
    await mkdir(root, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST' || !(await stat(root)).isDirectory()) throw error
  }
}

async function write(request: BackupRequest, folder: string): Promise<BackupRecord> {
  const { db, now = Date.now, program, signal } = request
  const started = now()
  const database = request.isOwnDatabase ? await positionOf(db) : await copyDatabase(request, folder)
  const takenAt = now()
  const files = await copyDataFiles(request.dataDir, join(folder, 'files'), signal)
  const list = join(folder, FILE_LIST)
  await writeFile(list, JSON.stringify(files), { mode: 0o600, flush: true })
  const [key] = await db
    .select({ fingerprint: schema.installationKeys.fingerprint })
    .from(schema.installationKeys)
    .where(eq(schema.installationKeys.state, 'active'))
  const record: BackupRecord = {
    format: 1,
    takenAt,
    seconds: (now() - started) / 1000,
    program,
    migrations: await countMigrations(db),
    masterKey: key?.fingerprint ?? null,
    database,
    files: {
      count: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      sha256: (await hashFile(list)).sha256,
    },
  }
  signal?.throwIfAborted()
  await writeFile(join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true })
  return record
}

async function copyDatabase(request: BackupRequest, folder: string): Promise<BackupRecord['database']> {
  const { db, connection, signal } = request
  await checkSpace(request)
  const before = await countRows(db)
  const archive = join(folder, databaseFile(ARCHIVE))
  await mkdir(dirname(archive), { mode: 0o700 })
  let written = { bytes: 0, sha256: '' }
  const { manifest, ...log } = await takeBaseBackup(connection, async (tar) => {
    written = await compressInto(tar, archive, signal)
  })
  await writeFile(join(folder, DATABASE_MANIFEST), manifest, { mode: 0o600, flush: true })
  const tables = rowsBetween(before, await countRows(db))
  const { number: version } = await serverVersion(db)
  return { kind: 'embedded', major: Math.floor(version / 10_000), archive: ARCHIVE, ...log, ...written, tables }
}

async function positionOf(db: Drizzle): Promise<BackupRecord['database']> {
  const { rows } = await db.execute<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`)
  return { kind: 'own', lsn: rows[0]?.lsn ?? '', version: (await serverVersion(db)).text }
}

async function serverVersion(db: Drizzle): Promise<{ number: number; text: string }> {
  const { rows } = await db.execute<{ number: string; text: string }>(
    sql`select current_setting('server_version_num') as number, current_setting('server_version') as text`,
  )
  return { number: Number(rows[0]?.number), text: rows[0]?.text ?? '' }
}

async function countMigrations(db: Pick<Drizzle, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from drizzle.__drizzle_migrations`)
  return Number(rows[0]?.count)
}

/** Before it is copied. The archive is smaller than the database. */
async function checkSpace({ db, root }: BackupRequest): Promise<void> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select sum(pg_database_size(oid)) as bytes from pg_database`)
  const needed = Number(rows[0]?.bytes) / 2
  const { bavail, bsize } = await statfs(root)
  if (bavail * bsize >= needed) return
  const [free, wanted] = [bavail * bsize, needed].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`)
  throw new UserError('disk', `${root} has ${free} of free space, and the backup needs about ${wanted}`)
}

/** @returns the size and the hash of what was written, which is safe on its disk. */
async function compressInto(tar: Readable, path: string, signal?: AbortSignal) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  let syncedBytes = 0
  try {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: FAST } })
    await pipeline(
      tar,
      compress,
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk)
          await file.writeFile(chunk)
          bytes += chunk.length
          if (bytes - syncedBytes < SYNC_BYTES) continue
          await file.datasync()
          syncedBytes = bytes
        }
      },
      { signal },
    )
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function removeExpired({ root, retention }: BackupRequest): Promise<string[]> {
  if (retention === null) return []
  const { backups } = await listBackups(root)
  const expired = expiredBackups(backups, retention)
  for (const { folder } of expired) await rm(folder, { recursive: true, force: true })
  return expired.map(({ name }) => name)
}
