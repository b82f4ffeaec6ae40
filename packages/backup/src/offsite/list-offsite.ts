import { type StoredBackup } from '../backup-folders.ts'
import { parseRecord, parseVerification, RECORD_FILE, VERIFICATION_FILE } from '../backup-record.ts'
import type { SealedStore } from './sealed-store.ts'

const RECORD = /^(\d{8}T\d{6}Z)\/backup\.json$/
/** With which the names of all backups begin. */
const CENTURY = '2'

/** The backups of a store, the newest first, and the names of those whose record cannot be read. */
export async function listOffsite(
  offsite: SealedStore,
): Promise<{ backups: StoredBackup[]; unreadable: string[]; names: ReadonlySet<string> }> {
  const names = new Set<string>()
  for await (const { name } of offsite.list(CENTURY)) names.add(name)
  const backups: StoredBackup[] = []
  const unreadable: string[] = []
  for (const name of [...names].flatMap((one) => RECORD.exec(one)?.[1] ?? []).toReversed()) {
    const folder = `${offsite.place}/${name}`
    try {
      const record = parseRecord((await offsite.readText(`${name}/${RECORD_FILE}`)) ?? '', folder)
      const verified = `${name}/${VERIFICATION_FILE}`
      const text = names.has(verified) ? await offsite.readText(verified).catch(() => null) : null
      backups.push({ name, folder, record, verification: text === null ? null : parseVerification(text) })
    } catch (error) {
      if ((error as { code?: string }).code !== 'damaged-data') throw error
      unreadable.push(name)
    }
  }
  return { backups, unreadable, names }
}
