export { listBackups, type StoredBackup } from './backup-folders.ts'
export type { BackupRecord, Verification } from './backup-record.ts'
export { DEFAULT_RETENTION, type Retention } from './keep-backups.ts'
export { LogKeeper } from './log-keeper.ts'
export { type LogState, stateOfLog } from './recoverable.ts'
export { type RestoreResult, restoreBackup } from './restore-backup.ts'
export { type BackupTerms, takeBackup } from './take-backup.ts'
export { verifyBackup } from './verify-backup.ts'
export { type BackupOutcome, type BackupWork, performBackupWork } from './perform-backup-work.ts'
export { listOffsite } from './offsite/list-offsite.ts'
export { OffsiteLog } from './offsite/offsite-log.ts'
export {
  isOffsite,
  type OffsiteSettings,
  readAccess,
  readBackupKeySetting,
  readOffsiteSettings,
} from './offsite/offsite-settings.ts'
export { findOffsite, openOffsite, readBackupKey } from './offsite/open-offsite.ts'
export type { SealedStore } from './offsite/sealed-store.ts'
export { sendOffsite } from './offsite/send-offsite.ts'
export { restoreOffsite, verifyOffsite } from './offsite/use-offsite.ts'
