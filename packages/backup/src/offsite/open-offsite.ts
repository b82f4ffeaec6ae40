import { join } from 'node:path'
import { UserError } from '@tradeloom/domain'
import { VaultError } from '@tradeloom/vault'
import { createKeyFile, readKeyFile, writeKeyFile } from '@tradeloom/vault/key-file'
import { readPaperKey } from '@tradeloom/vault/paper'
import { givenBackupKey, type OffsiteSettings, type Secret, storeOf } from './offsite-settings.ts'
import { SealedStore } from './sealed-store.ts'

/** By which a key is recognized as that of the backups in a store. */
const MARK = 'tradeloom-backups'

/** The backups in a store; null if none was ever sent there. @throws {UserError} if they were encrypted with another key. */
export async function findOffsite(settings: OffsiteSettings, dataDir: string | null): Promise<SealedStore | null> {
  const store = await storeOf(settings)
  const mark = await store.get(MARK)
  if (mark === null) return null
  mark.destroy()
  const key = await keyOf(settings.backupKey, pathIn(dataDir), false)
  if (key === null) throw noKey(store.place)
  const sealed = new SealedStore(store, key)
  await sealed.readText(MARK)
  return sealed
}

/**
 * Opens the backups in a store. `makes`: it is about to be written to, so that the first one makes the backup key.
 * @throws {UserError} if there are none, or they were encrypted with another key.
 */
export async function openOffsite(
  settings: OffsiteSettings,
  { dataDir, makes }: { readonly dataDir: string | null; readonly makes: boolean },
): Promise<SealedStore> {
  const found = await findOffsite(settings, dataDir)
  if (found) return found
  const store = await storeOf(settings)
  if (!makes) throw new UserError('invalid-input', `There is no backup in ${store.place}`)
  const key = await keyOf(settings.backupKey, pathIn(dataDir), true)
  if (key === null) throw noKey(store.place)
  const sealed = new SealedStore(store, key)
  // Somebody else was first.
  if (!(await sealed.putIfAbsent(MARK, Buffer.from('{"format":1}')))) await sealed.readText(MARK)
  return sealed
}

function pathIn(dataDir: string | null): string | null {
  return dataDir === null ? null : backupKeyPath(dataDir)
}

function noKey(place: string): UserError {
  return new UserError(
    'invalid-input',
    `The backups in ${place} are encrypted: set TRADELOOM_BACKUP_KEY to the backup key of the emergency kit`,
  )
}

/** In the data folder, and in no backup: without it, nobody reads what is in the store. */
export function backupKeyPath(dataDir: string): string {
  return join(dataDir, 'keys', 'backup')
}

/** So that a restored installation goes on with the same store. */
export function keepBackupKey(dataDir: string, key: Uint8Array): void {
  writeKeyFile(backupKeyPath(dataDir), key)
}

/** Null if there is none. The caller clears it. @throws {UserError} if it is not a key, or others can read it. */
export function readBackupKey(setting: Secret | null, dataDir: string): Promise<Buffer | null> {
  return keyOf(setting, backupKeyPath(dataDir), false)
}

async function keyOf(setting: Secret | null, path: string | null, makes: boolean): Promise<Buffer | null> {
  try {
    const given = await givenBackupKey(setting)
    if (given !== null) return readPaperKey(given, 'backup key')
    if (path === null) return null
    if (makes) createKeyFile(path)
    return readKeyFile(path, 'backup key')
  } catch (error) {
    throw error instanceof VaultError ? new UserError('invalid-input', error.message) : error
  }
}
