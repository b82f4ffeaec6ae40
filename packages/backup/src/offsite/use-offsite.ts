import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Verification, VERIFICATION_FILE } from '../backup-record.ts'
import { requireEmpty, restoreBackup, type RestoreRequest, type RestoreResult } from '../restore-backup.ts'
import { verifyBackup } from '../verify-backup.ts'
import { wordDiskError } from '../word-disk-error.ts'
import { downloadBackup } from './download-backup.ts'
import { keepBackupKey } from './open-offsite.ts'
import type { SealedStore } from './sealed-store.ts'

/** Restores a backup of a store, as one of a folder is; the new data folder keeps the backup key. */
export async function restoreOffsite(
  offsite: SealedStore,
  { name, dataDir, until = null, now }: Omit<RestoreRequest, 'folder'> & { readonly name: string | null },
): Promise<RestoreResult> {
  await requireEmpty(dataDir)
  // On the disk that has to take it anyway.
  const root = await besides(dataDir)
  try {
    const folder = await downloadBackup(offsite, { name, until, hasLog: false }, root)
    const result = await restoreBackup({ folder, dataDir, until, ...(now && { now }) })
    keepBackupKey(dataDir, offsite.key)
    return result
  } catch (error) {
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Verifies a backup of a store by restoring it, and notes there what was found; null: the newest. */
export async function verifyOffsite(
  offsite: SealedStore,
  backup: string | null,
  now: () => number = Date.now,
): Promise<{ name: string; verification: Verification }> {
  const root = await mkdtemp(join(tmpdir(), 'tradeloom-offsite-'))
  try {
    const folder = await downloadBackup(offsite, { name: backup, until: null, hasLog: true }, root)
    const verification = await verifyBackup(folder, now)
    const name = basename(folder)
    await offsite.put(`${name}/${VERIFICATION_FILE}`, Buffer.from(JSON.stringify(verification)))
    return { name, verification }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function besides(dataDir: string): Promise<string> {
  try {
    await mkdir(dirname(dataDir), { recursive: true })
    return await mkdtemp(`${dataDir}.download-`)
  } catch (error) {
    throw wordDiskError(error, `Nothing was restored to ${dataDir}`)
  }
}
