import { FILE_LIST, RECORD_FILE } from '../backup-record.ts'
import { dataFiles } from '../data-files.ts'
import { backupsWithLog, expiredBackups, type Retention } from '../keep-backups.ts'
import { readLogName, segmentAt } from '../log-segments.ts'
import { basesOf } from '../recoverable.ts'
import { listOffsite } from './list-offsite.ts'
import type { SealedStore } from './sealed-store.ts'

/**
 * Removes backups from a store that are no longer needed, with the files that only they have and the log before the oldest
 * that is continued. Returns the names of the backups.
 */
export async function pruneOffsite(offsite: SealedStore, retention: Retention): Promise<string[]> {
  const { backups, names, unreadable } = await listOffsite(offsite)
  const expired = expiredBackups(backups, retention)
  const kept = backups.filter((backup) => !expired.includes(backup))
  const candidates = await contentsOf(offsite, expired)
  if (candidates.size > 0) for (const name of await contentsOf(offsite, kept)) candidates.delete(name)
  // From then on they are none.
  for (const { name } of expired) await offsite.delete(`${name}/${RECORD_FILE}`)
  const left = new Set([...kept.map(({ name }) => name), ...unreadable])
  // Also of uploads and removals that were interrupted.
  for (const object of names) if (!left.has(object.slice(0, object.indexOf('/')))) await offsite.delete(object)
  for (const name of candidates) await offsite.delete(name)
  await offsite.abortUploads()
  await pruneLog(offsite, basesOf(backupsWithLog(kept, retention)))
  return expired.map(({ name }) => name)
}

/** Names of the objects that have the files of backups. */
async function contentsOf(offsite: SealedStore, backups: readonly { readonly name: string }[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { name } of backups) {
    const text = await offsite.readText(`${name}/${FILE_LIST}`)
    for (const { sha256 } of dataFiles.parse(JSON.parse(text ?? '[]'))) found.add(offsite.nameOfContents(sha256))
  }
  return found
}

async function pruneLog(offsite: SealedStore, bases: ReturnType<typeof basesOf>): Promise<void> {
  for await (const { name } of offsite.list('log/')) {
    const segment = readLogName(name.slice('log/'.length))
    if (segment?.kind !== 'segment') continue
    const isNeeded = bases.some(
      ({ database }) => database.timeline <= segment.timeline && segmentAt(database.startLsn) <= segment.number,
    )
    if (!isNeeded) await offsite.delete(name)
  }
}
