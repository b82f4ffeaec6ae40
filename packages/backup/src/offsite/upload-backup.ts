import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredBackup } from '../backup-folders.ts'
import { DATABASE_MANIFEST, databaseFile, FILE_LIST, RECORD_FILE } from '../backup-record.ts'
import { dataFiles, hashFile } from '../data-files.ts'
import type { SealedStore } from './sealed-store.ts'

/** In the folder of backups: which upload in parts was begun. */
const NOTE = '.upload'

export interface SentBackup {
  readonly name: string
  /** Of what was not there yet. */
  readonly objects: number
  readonly bytes: number
}

/**
 * Sends a backup to a store: what is there already is not sent again, and an upload that was interrupted goes on. Its record
 * is sent last, so that it is a backup or none.
 */
export async function uploadBackup(
  offsite: SealedStore,
  { name, folder, record }: StoredBackup,
  signal?: AbortSignal,
): Promise<SentBackup> {
  const there = new Set<string>()
  for (const prefix of [`${name}/`, 'files/']) for await (const found of offsite.list(prefix)) there.add(found.name)
  const note = join(folder, '..', NOTE)
  let [objects, bytes] = [0, 0]
  const send = async (object: string, path: string, sha256: string): Promise<void> => {
    signal?.throwIfAborted()
    if (there.has(object)) return
    bytes += await offsite.putFile({ name: object, path, sha256, note, signal })
    objects++
    there.add(object)
  }
  const list = join(folder, FILE_LIST)
  for (const { path, sha256 } of dataFiles.parse(JSON.parse(await readFile(list, 'utf8')))) {
    await send(offsite.nameOfContents(sha256), join(folder, 'files', path), sha256)
  }
  if (record.database.kind === 'embedded') {
    const archive = databaseFile(record.database.archive)
    await send(`${name}/${archive}`, join(folder, archive), record.database.sha256)
    const manifest = join(folder, DATABASE_MANIFEST)
    await send(`${name}/${DATABASE_MANIFEST}`, manifest, (await hashFile(manifest)).sha256)
  }
  await send(`${name}/${FILE_LIST}`, list, record.files.sha256)
  const written = join(folder, RECORD_FILE)
  await send(`${name}/${RECORD_FILE}`, written, (await hashFile(written)).sha256)
  return { name, objects, bytes }
}
