import { type OffsiteSettings, readAccess, readBackupKey } from '@tradeloom/backup'
import type { EmergencyKit } from '@tradeloom/contracts'
import { writePaperKey } from '@tradeloom/vault/paper'
import type { MasterKey } from '../../platform/secrets/master-key.ts'

export interface KitParts {
  readonly masterKey: Pick<MasterKey, 'onPaper'>
  readonly dataDir: string
  /** The folder of all backups. */
  readonly root: string
  /** Null: backups are in their folder alone. */
  readonly offsite: OffsiteSettings | null
}

/** What somebody needs who has lost this machine: keys, the address of the backups, and what to type. */
export async function emergencyKit({ masterKey, dataDir, root, offsite }: KitParts): Promise<EmergencyKit> {
  const master = await masterKey.onPaper()
  const place = offsite?.place ?? root
  const commands = [
    { purpose: 'Restore the newest backup into a new folder', command: `tradeloom restore ${place} --data NEW` },
    ...(master === null
      ? []
      : [{ purpose: 'Bring the master key back', command: `tradeloom key restore ${master} --data NEW` }]),
    { purpose: 'Start the server', command: 'TRADELOOM_DATA=NEW tradeloom serve' },
  ]
  const backupKey = offsite && (await backupKeyOnPaper(offsite, dataDir))
  return { masterKey: master, backupKey, place, settings: await settingsOf(offsite, backupKey), commands }
}

async function backupKeyOnPaper(offsite: OffsiteSettings, dataDir: string): Promise<string | null> {
  const key = await readBackupKey(offsite.backupKey, dataDir)
  if (key === null) return null
  try {
    return writePaperKey(key, 'backup key')
  } finally {
    key.fill(0)
  }
}

async function settingsOf(
  offsite: OffsiteSettings | null,
  backupKey: string | null,
): Promise<EmergencyKit['settings']> {
  if (offsite === null) return []
  const key = backupKey === null ? [] : [{ name: 'TRADELOOM_BACKUP_KEY', value: backupKey }]
  if (!offsite.place.startsWith('s3://')) return key
  const { accessKeyId, secretAccessKey } = await readAccess(offsite)
  return [
    { name: 'TRADELOOM_BACKUP_ENDPOINT', value: offsite.endpoint },
    { name: 'TRADELOOM_BACKUP_REGION', value: offsite.region },
    { name: 'TRADELOOM_BACKUP_ACCESS_KEY_ID', value: accessKeyId },
    { name: 'TRADELOOM_BACKUP_SECRET_ACCESS_KEY', value: secretAccessKey },
    ...key,
  ]
}
