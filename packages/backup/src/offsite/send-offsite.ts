import type { Drizzle } from '@tradeloom/database'
import { UserError } from '@tradeloom/domain'
import { sql } from 'drizzle-orm'
import { listBackups } from '../backup-folders.ts'
import type { Retention } from '../keep-backups.ts'
import type { OffsiteSettings } from './offsite-settings.ts'
import { openOffsite } from './open-offsite.ts'
import { pruneOffsite } from './prune-offsite.ts'
import { type SentBackup, uploadBackup } from './upload-backup.ts'

export interface SendRequest {
  readonly db: Pick<Drizzle, 'transaction'>
  readonly settings: OffsiteSettings
  readonly dataDir: string
  /** The folder of all backups. */
  readonly root: string
  /** Null: none is removed. */
  readonly retention: Retention | null
  readonly signal?: AbortSignal
}

/** Advisory lock of whoever sends backups of this installation. */
const LOCK = 7_236_050

/** Sends the newest backup of a folder to a store, and removes there what is no longer needed. */
export async function sendOffsite(request: SendRequest): Promise<SentBackup & { readonly removed: readonly string[] }> {
  const { db, settings, dataDir, root, retention, signal } = request
  return db.transaction(async (tx) => {
    // Silence in this transaction is expected: it only holds the lock.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const { rows } = await tx.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`)
    if (rows[0]?.isOurs !== true) throw new UserError('busy', 'Another backup is being uploaded. Nothing was changed')
    const [newest] = (await listBackups(root)).backups
    if (!newest) throw new UserError('invalid-input', `There is no backup in ${root}`)
    const offsite = await openOffsite(settings, { dataDir, makes: true })
    const sent = await uploadBackup(offsite, newest, signal)
    return { ...sent, removed: retention === null ? [] : await pruneOffsite(offsite, retention) }
  })
}
