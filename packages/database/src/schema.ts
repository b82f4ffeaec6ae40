import { accountControl } from './schema/account-control.ts'
import { algorithmLineages } from './schema/algorithm-lineages.ts'
import { algorithmVersions } from './schema/algorithm-versions.ts'
import { alerts } from './schema/alerts.ts'
import { algorithms } from './schema/algorithms.ts'
import { arbitrageAttempts, attemptRequests } from './schema/arbitrage-attempts.ts'
import { apiKeys } from './schema/api-keys.ts'
import { apiLeases } from './schema/api-leases.ts'
import { apiSockets } from './schema/api-sockets.ts'
import { apiUsage } from './schema/api-usage.ts'
import { apiWindow } from './schema/api-window.ts'
import { auditLog } from './schema/audit-log.ts'
import { backtestResults } from './schema/backtest-results.ts'
import { backtestTables } from './schema/backtest-tables.ts'
import { backtestVerifications } from './schema/backtest-verifications.ts'
import { backtests } from './schema/backtests.ts'
import { brokerConnections } from './schema/broker-connections.ts'
import { chartSnapshots } from './schema/chart-snapshots.ts'
import { connectionShares } from './schema/connection-shares.ts'
import { configurations } from './schema/configurations.ts'
import { credentials } from './schema/credentials.ts'
import { custodyAudits } from './schema/custody-audits.ts'
import { deliveries } from './schema/deliveries.ts'
import { drawings } from './schema/drawings.ts'
import { drills } from './schema/drills.ts'
import { fills } from './schema/fills.ts'
import { identities } from './schema/identities.ts'
import { indicators } from './schema/indicators.ts'
import { instruments } from './schema/instruments.ts'
import { intents } from './schema/intents.ts'
import { invitations } from './schema/invitations.ts'
import { issuers } from './schema/issuers.ts'
import { journal } from './schema/journal.ts'
import { keptTicks } from './schema/kept-ticks.ts'
import { leaseOwners } from './schema/lease-owners.ts'
import { leases } from './schema/leases.ts'
import { lineageSeals } from './schema/lineage-seals.ts'
import { listStamps } from './schema/list-stamps.ts'
import { loginGuesses } from './schema/login-guesses.ts'
import { logins } from './schema/logins.ts'
import { mailOutbox } from './schema/mail-outbox.ts'
import { marketImports } from './schema/market-imports.ts'
import { notificationChannels } from './schema/notification-channels.ts'
import { notificationPreferences } from './schema/notification-preferences.ts'
import { notifications } from './schema/notifications.ts'
import { optimizationLog } from './schema/optimization-log.ts'
import { optimizationLuck } from './schema/optimization-luck.ts'
import { optimizationReturns } from './schema/optimization-returns.ts'
import { optimizationRounds } from './schema/optimization-rounds.ts'
import { optimizationRows } from './schema/optimization-rows.ts'
import { optimizationStudies } from './schema/optimization-studies.ts'
import { optimizations } from './schema/optimizations.ts'
import { packageGrants } from './schema/package-grants.ts'
import { packages } from './schema/packages.ts'
import { passwordResets } from './schema/password-resets.ts'
import { positions } from './schema/positions.ts'
import { retentionRules } from './schema/retention-rules.ts'
import { sealOpenings } from './schema/seal-openings.ts'
import { sessionInputs } from './schema/session-inputs.ts'
import { sessionLogs } from './schema/session-logs.ts'
import { sessionProgress } from './schema/session-progress.ts'
import { sessionRecords } from './schema/session-records.ts'
import { sessions } from './schema/sessions.ts'
import { sourceBudgets } from './schema/source-budgets.ts'
import { sourceDatabases } from './schema/source-databases.ts'
import { sourceDatasets } from './schema/source-datasets.ts'
import { sourceKeys } from './schema/source-keys.ts'
import { sourceLookups } from './schema/source-lookups.ts'
import { sourceSeries } from './schema/source-series.ts'
import { sourceSettings } from './schema/source-settings.ts'
import { storageQuotas } from './schema/storage-quotas.ts'
import { storageSamples } from './schema/storage-samples.ts'
import { stripeEvents } from './schema/stripe-events.ts'
import { subscriptions } from './schema/subscriptions.ts'
import { tradingAccounts } from './schema/trading-accounts.ts'
import { trialLedger } from './schema/trial-ledger.ts'
import { unitUsage } from './schema/unit-usage.ts'
import { secondFactors } from './schema/second-factors.ts'
import { backupCodes } from './schema/backup-codes.ts'
import { passkeys } from './schema/passkeys.ts'
import { loginChallenges } from './schema/login-challenges.ts'
import { rememberedDevices } from './schema/remembered-devices.ts'
import { repeatableCalls } from './schema/repeatable-calls.ts'
import { accountDeletions } from './schema/account-deletions.ts'
import { accountExports } from './schema/account-exports.ts'
import { accountLinks } from './schema/account-links.ts'
import { usedTokens } from './schema/used-tokens.ts'
import { users } from './schema/users.ts'
import { venueOrders } from './schema/venue-orders.ts'
import { exchangeKeys } from './schema/exchange-keys.ts'
import { guardianKeys } from './schema/guardian-keys.ts'
import { installationKeys } from './schema/installation-keys.ts'
import { installationSecrets } from './schema/installation-secrets.ts'
import { contractTerms } from './schema/contract-terms.ts'
import { venueBalances } from './schema/venue-balances.ts'
import { venueCursors } from './schema/venue-cursors.ts'
import { venueSettings } from './schema/venue-settings.ts'
import { verifications } from './schema/verifications.ts'
import { versionChecks } from './schema/version-checks.ts'
import { versionIndicators } from './schema/version-indicators.ts'
import { walkForwardWindows } from './schema/walk-forward-windows.ts'

/** Every table by name. */
export const schema = {
  packages,
  packageGrants,
  subscriptions,
  stripeEvents,
  users,
  unitUsage,
  apiKeys,
  apiUsage,
  apiWindow,
  apiLeases,
  apiSockets,
  configurations,
  logins,
  loginGuesses,
  credentials,
  verifications,
  passwordResets,
  secondFactors,
  backupCodes,
  passkeys,
  identities,
  issuers,
  usedTokens,
  loginChallenges,
  rememberedDevices,
  repeatableCalls,
  accountLinks,
  accountExports,
  accountDeletions,
  mailOutbox,
  alerts,
  algorithms,
  algorithmVersions,
  algorithmLineages,
  versionChecks,
  indicators,
  instruments,
  keptTicks,
  retentionRules,
  storageQuotas,
  storageSamples,
  exchangeKeys,
  guardianKeys,
  installationKeys,
  contractTerms,
  venueBalances,
  venueCursors,
  venueSettings,
  sourceBudgets,
  sourceDatabases,
  sourceDatasets,
  sourceKeys,
  sourceLookups,
  sourceSeries,
  sourceSettings,
  versionIndicators,
  backtests,
  auditLog,
  backtestResults,
  backtestTables,
  backtestVerifications,
  optimizations,
  optimizationRounds,
  optimizationRows,
  optimizationReturns,
  optimizationLog,
  chartSnapshots,
  drawings,
  drills,
  arbitrageAttempts,
  attemptRequests,
  marketImports,
  optimizationLuck,
  optimizationStudies,
  walkForwardWindows,
  trialLedger,
  lineageSeals,
  sealOpenings,
  listStamps,
  leaseOwners,
  leases,
  brokerConnections,
  connectionShares,
  tradingAccounts,
  accountControl,
  sessions,
  sessionInputs,
  sessionLogs,
  sessionProgress,
  sessionRecords,
  intents,
  positions,
  fills,
  venueOrders,
  invitations,
  journal,
  installationSecrets,
  notifications,
  notificationChannels,
  notificationPreferences,
  custodyAudits,
  deliveries,
}
