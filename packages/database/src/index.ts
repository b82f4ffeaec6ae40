export {
  type AccountLink,
  accountLinkAddress,
  addAccountLink,
  FACTORS_VALID_MS,
  FACTORS_WAIT_MS,
  LOGIN_LINK_MS,
  findAccountLink,
  useAccountLink,
} from './account-links.ts'
export { setAdministrator, withAdministrators } from './administrators.ts'
export { type AuditEntry, recordAudit } from './audit/record-audit.ts'
export { verifyAudit } from './audit/verify-audit.ts'
export { verifyJournals } from './ledger/verify-journals.ts'
export { type BaseBackup, takeBaseBackup } from './embedded/base-backup.ts'
export { clusterFolder, giveCluster } from './embedded/cluster-files.ts'
export { RESTORING_FILE, stopLeftCluster } from './embedded/half-restored.ts'
export { isAlive } from './embedded/postmaster.ts'
export { connectDatabase, NoDatabaseError } from './connect-database.ts'
export { isDatabaseAway, isDatabaseFull, isOutOfDescriptors } from './database-away.ts'
export {
  AccountLedger,
  needsGuardian,
  sha256,
  INTENTS_CHANNEL,
  type LedgerEntry,
  ADJUST_ENTRY,
  type ClosedNote,
  type ClosedParts,
  type LostCoins,
} from './ledger/account-ledger.ts'
export {
  bookFinancing,
  financedUntil,
  FINANCING_ENTRY,
  type FinancingNote,
  MARGIN_ENTRY,
  type MarginNote,
  noteTransfer,
  TRANSFER_ENTRY,
  type TransferNote,
} from './ledger/account-news.ts'
export type { AccountRow, FillRow, IntentRow, LedgerRow, PositionRow, VenueOrderRow } from './ledger/ledger-rows.ts'
export { type NewIntent, newIntent, payloadHash } from './ledger/new-intent.ts'
export { splitPositions } from './ledger/split-positions.ts'
export { specHash } from './spec-hash.ts'
export { verifyAccount } from './ledger/verify-account.ts'
export { closedResults } from './closed-results.ts'
export { putListings, readListings, readListingsStamp } from './listed-instruments.ts'
export { joinDatabase } from './join-database.ts'
export { type DatabaseLogger, silentLogger } from './logger.ts'
export {
  activateKey,
  beginKey,
  isActiveKey,
  knowsKey,
  isServerRunning,
  keyExported,
  replaceSealed,
  sealedRows,
} from './master-keys.ts'
export { countKnownMigrations, migrateDatabase } from './migrate.ts'
export type { MovedTable, MoveProgress } from './moving/copy-tables.ts'
export { moveDatabase, type MoveStep, undoMove } from './moving/move-database.ts'
export { MovedError, settingOf } from './moving/move-marks.ts'
export type { Place } from './moving/move-side.ts'
export { firstId, newId } from './new-id.ts'
export {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationKind,
  type NotificationKindTerms,
} from './notifications/notification-kinds.ts'
export { NEWS_CHANNEL, type Notice, notify, notifyAdministrators } from './notifications/notify.ts'
export type { NotificationChoices } from './schema/notification-preferences.ts'
export { addressesOf, factorsLinkMails } from './factors-link-mails.ts'
export { newestMail } from './outbox.ts'
export {
  addPasswordReset,
  cancelPasswordResets,
  type PasswordReset,
  resetLink,
  usePasswordReset,
  userOfReset,
} from './password-resets.ts'
export { GRACE_DAYS, packageOfUser } from './package-of-user.ts'
export { countPeople, findPeople, findPerson, monthOf, type Person } from './people.ts'
export { retryWhileAway } from './retry-while-away.ts'
export { schema } from './schema.ts'
export { EVERYBODY } from './schema/list-stamps.ts'
export type { ImportFetch } from './schema/market-imports.ts'
export type { StoredExternal } from './schema/algorithm-versions.ts'
export type { ReleaseOfSeries, SourceOfRun, SourceOfSession } from './schema/source-series.ts'
export type { StoredBacktestStatus } from './schema/backtests.ts'
export { countSealed, isAnythingSealed, SEALED_COLUMNS, type SealedColumn } from './sealed-secrets.ts'
export { FOREIGN_KEY_VIOLATION, sqlState, UNIQUE_VIOLATION } from './sql-state.ts'
export {
  type Database,
  type DatabaseOptions,
  type Drizzle,
  startDatabase,
  type Tables,
  type Transaction,
} from './start-database.ts'
export { logStaging, makeLogStaging } from './embedded/log-staging.ts'
export { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
export { readVenueSettings, type VenueSettingsRow } from './venue-settings.ts'
