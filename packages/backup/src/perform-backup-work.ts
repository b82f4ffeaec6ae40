import { type Database, joinDatabase } from '@tradeloom/database'
import type { OffsiteSettings } from './offsite/offsite-settings.ts'
import { openOffsite } from './offsite/open-offsite.ts'
import { sendOffsite } from './offsite/send-offsite.ts'
import { restoreOffsite, verifyOffsite } from './offsite/use-offsite.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupTerms, takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** What a process of its own does, because it reads everything that there is. */
export type BackupWork =
  | { readonly do: 'take'; readonly connection: Database['connection']; readonly terms: BackupTerms }
  | { readonly do: 'verify'; readonly folder: string }
  | {
      readonly do: 'send'
      readonly connection: Database['connection']
      readonly terms: BackupTerms
      readonly settings: OffsiteSettings
    }
  | {
      readonly do: 'restore'
      /** A folder, unless there are settings. */
      readonly place: string
      readonly settings: OffsiteSettings | null
      readonly dataDir: string
    }
  | { readonly do: 'verify-offsite'; readonly dataDir: string; readonly settings: OffsiteSettings }

export interface BackupOutcome {
  /** Of a backup that was taken or sent. */
  readonly name: string | null
  /** What a verification found. */
  readonly faults: readonly string[]
}

export async function performBackupWork(work: BackupWork, signal: AbortSignal): Promise<BackupOutcome> {
  if (work.do === 'verify') {
    const { faults, log } = await verifyBackup(work.folder)
    return { name: null, faults: [...faults, ...(log?.faults ?? [])] }
  }
  if (work.do === 'verify-offsite') {
    const offsite = await openOffsite(work.settings, { dataDir: work.dataDir, makes: false })
    const { name, verification } = await verifyOffsite(offsite, null)
    return { name, faults: [...verification.faults, ...(verification.log?.faults ?? [])] }
  }
  if (work.do === 'restore') {
    const { place, settings, dataDir } = work
    const { faults } = settings
      ? await restoreOffsite(await openOffsite(settings, { dataDir: null, makes: false }), { name: null, dataDir })
      : await restoreBackup({ folder: place, dataDir })
    return { name: null, faults }
  }
  const { connection, terms } = work
  const { db, stop } = joinDatabase(connection)
  try {
    const { name } = await (work.do === 'take'
      ? takeBackup({ ...terms, db, connection, signal })
      : sendOffsite({ ...terms, db, settings: work.settings, signal }))
    return { name, faults: [] }
  } finally {
    await stop()
  }
}
