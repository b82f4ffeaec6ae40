import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupRecord, type Verification, readVerification, readRecord } from './backup-record.ts'

const NAME = /^\d{8}T\d{6}Z$/
const PARTIAL = '.partial'

export interface StoredBackup {
  readonly name: string
  readonly folder: string
  readonly record: BackupRecord
  /** Null if it was never restored to verify it. */
  readonly verification: Verification | null
}

/** Sorts by time: 20260102T030405Z. */
export function backupName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** While it is being written. */
export function partialFolder(root: string, name: string): string {
  return join(root, `${name}${PARTIAL}`)
}

/** From now on it is a backup. */
export async function finishFolder(root: string, name: string): Promise<string> {
  const folder = join(root, name)
  await rename(partialFolder(root, name), folder)
  return folder
}

/** Of a backup that was interrupted; only one is written at a time. */
export async function removePartial(root: string): Promise<void> {
  const names = await readdir(root).catch((): string[] => [])
  for (const name of names) if (name.endsWith(PARTIAL)) await rm(join(root, name), { recursive: true, force: true })
}

/** No backup takes longer; one that was killed is not waited for. */
const MAX_BACKUP_MS = 24 * 3_600_000

export async function isBeingTaken(root: string): Promise<boolean> {
  const names = await readdir(root).catch((): string[] => [])
  for (const name of names) {
    const found = name.endsWith(PARTIAL) ? await stat(join(root, name)).catch(() => null) : null
    if (found && Date.now() - found.mtimeMs < MAX_BACKUP_MS) return true
  }
  return false
}

/** The backups of a folder, the newest first, and the names of those whose record cannot be read. */
export async function listBackups(root: string): Promise<{ backups: StoredBackup[]; unreadable: string[] }> {
  const names = await readdir(root).catch((): string[] => [])
  const backups: StoredBackup[] = []
  const unreadable: string[] = []
  for (const name of names
    .filter((one) => NAME.test(one))
    .toSorted()
    .toReversed()) {
    const folder = join(root, name)
    try {
      backups.push({ name, folder, record: await readRecord(folder), verification: await readVerification(folder) })
    } catch {
      unreadable.push(name)
    }
  }
  return { backups, unreadable }
}
