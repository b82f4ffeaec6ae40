import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UserError } from '@tradeloom/domain'
import { listBackups, type StoredBackup } from '../backup-folders.ts'
import { DATABASE_MANIFEST, databaseFile, FILE_LIST, RECORD_FILE } from '../backup-record.ts'
import { dataFiles, hashFile } from '../data-files.ts'
import { listLog, type LogSegment, segmentAt } from '../log-segments.ts'
import { basesOf, planRecovery } from '../recoverable.ts'
import { listOffsite } from './list-offsite.ts'
import type { SealedStore } from './sealed-store.ts'

export interface Wanted {
  /** Of a backup; null: the newest, or the one from which the moment is restored. */
  readonly name: string | null
  readonly until: number | null
  /** All of the log that continues it, to look at it. */
  readonly hasLog: boolean
}

/**
 * Brings a backup from a store into a folder, decrypted, as it would be in a folder of backups, with as much of the log as is
 * needed. Returns its folder.
 */
export async function downloadBackup(offsite: SealedStore, wanted: Wanted, root: string): Promise<string> {
  const { backups } = await listOffsite(offsite)
  await placeRecords(backups, root)
  await placeLogNames(offsite, root)
  const log = await listLog(root)
  for (const { path } of log.histories) await fetchLog(offsite, path)
  const { backup, segments } = await choose(offsite, backups, wanted, root)
  await fetchBackup(offsite, backup, join(root, backup.name))
  for (const { path } of segments) await fetchLog(offsite, path)
  return join(root, backup.name)
}

async function choose(
  offsite: SealedStore,
  backups: readonly StoredBackup[],
  { name, until, hasLog }: Wanted,
  root: string,
): Promise<{ backup: StoredBackup; segments: readonly LogSegment[] }> {
  const log = await listLog(root)
  const named = name === null ? backups[0] : backups.find((one) => one.name === name)
  if (!named) {
    const what = name === null ? 'no backup' : `no backup ${name}`
    throw new UserError('invalid-input', `There is ${what} in ${offsite.place}`)
  }
  if (until === null) {
    const { database } = named.record
    if (!hasLog || database.kind === 'own') return { backup: named, segments: [] }
    const from = segmentAt(database.startLsn)
    return { backup: named, segments: log.segments.filter(({ number }) => number >= from) }
  }
  const placed = (await listBackups(root)).backups.filter((one) => name === null || one.name === name)
  const { base, segments } = await planRecovery(basesOf(placed), log, until)
  const backup = backups.find((one) => one.name === basename(base.folder))
  return { backup: backup ?? named, segments }
}

/** Records alone, from which it follows what is needed. */
async function placeRecords(backups: readonly StoredBackup[], root: string): Promise<void> {
  for (const { name, record } of backups) {
    await mkdir(join(root, name), { recursive: true, mode: 0o700 })
    await writeFile(join(root, name, RECORD_FILE), JSON.stringify(record), { mode: 0o600 })
  }
}

/** Empty files: what is to be known of the log is in its names. */
async function placeLogNames(offsite: SealedStore, root: string): Promise<void> {
  await mkdir(join(root, 'log'), { recursive: true, mode: 0o700 })
  for await (const { name } of offsite.list('log/')) {
    const file = name.slice('log/'.length)
    if (!file.includes('/')) await writeFile(join(root, 'log', file), '', { mode: 0o600 })
  }
}

async function fetchLog(offsite: SealedStore, path: string): Promise<void> {
  await fetchFile(offsite, `log/${basename(path)}`, path)
}

async function fetchBackup(offsite: SealedStore, { name, record }: StoredBackup, folder: string): Promise<void> {
  await fetchFile(offsite, `${name}/${FILE_LIST}`, join(folder, FILE_LIST))
  if (record.database.kind === 'embedded') {
    for (const path of [databaseFile(record.database.archive), DATABASE_MANIFEST]) {
      await fetchFile(offsite, `${name}/${path}`, join(folder, path))
    }
  }
  const { sha256 } = await hashFile(join(folder, FILE_LIST)).catch(() => ({ sha256: '' }))
  // Whoever reads the backup says that it is damaged.
  if (sha256 !== record.files.sha256) return
  const files = dataFiles.parse(JSON.parse(await readFile(join(folder, FILE_LIST), 'utf8')))
  for (const { path, sha256 } of files) {
    await fetchFile(offsite, offsite.nameOfContents(sha256), join(folder, 'files', path))
  }
}

/** What is missing or damaged is left out: whoever reads the backup names it. */
async function fetchFile(offsite: SealedStore, object: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const found = await offsite.read(object)
    if (found) await pipeline(found, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'damaged-data')) throw error
  }
}
