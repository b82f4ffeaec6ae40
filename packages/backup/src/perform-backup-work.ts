import { type Database, joinDatabase } from '@tradeloom/database'
import { type BackupTerms, takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** What a process of its own does, because it reads everything that there is. */
export type BackupWork =
  | { readonly do: 'take'; readonly connection: Database['connection']; readonly terms: BackupTerms }
  | { readonly do: 'verify'; readonly folder: string }

export interface BackupOutcome {
  /** Of a backup that was taken. */
  readonly name: string | null
  /** What a verification found. */
  readonly faults: readonly string[]
}

export async function performBackupWork(work: BackupWork, signal: AbortSignal): Promise<BackupOutcome> {
  if (work.do === 'verify') {
    const { faults, log } = await verifyBackup(work.folder)
    return { name: null, faults: [...faults, ...(log?.faults ?? [])] }
  }
  const { connection, terms } = work
  const { db, stop } = joinDatabase(connection)
  try {
    const { name } = await takeBackup({ ...terms, db, connection, signal })
    return { name, faults: [] }
  } finally {
    await stop()
  }
}
