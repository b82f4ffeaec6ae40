import type { Tables } from '@tradeloom/database'

type TableName = keyof Tables

/** How the rows of a table belong to a user. */
export interface Exported {
  readonly table: TableName
  /** In the archive. */
  readonly file: string
  /** The column that names what they belong to. */
  readonly by: string
  /** Of which table that is the id; of users themselves if absent. */
  readonly of?:
    | 'algorithms'
    | 'algorithmVersions'
    | 'optimizations'
    | 'sessions'
    | 'tradingAccounts'
    | 'brokerConnections'
  /** Columns that nobody reads, or that no file should hold. */
  readonly without?: readonly string[]
}

/**
 * What an export holds, besides the results of runs. Every other table is in `NOT_EXPORTED`, with its reason: a test fails for
 * one that is in neither.
 */
export const EXPORTED: readonly Exported[] = [
  { table: 'users', file: 'profile', by: 'id' },
  { table: 'configurations', file: 'settings', by: 'userId' },
  { table: 'packageGrants', file: 'account/package', by: 'userId' },
  { table: 'subscriptions', file: 'account/subscription', by: 'userId' },
  { table: 'storageQuotas', file: 'account/storage-quota', by: 'userId' },
  { table: 'unitUsage', file: 'account/compute-units', by: 'userId' },
  { table: 'apiUsage', file: 'account/api-usage', by: 'userId' },
  { table: 'logins', file: 'account/logins', by: 'userId', without: ['token'] },
  { table: 'identities', file: 'account/connected-sign-ins', by: 'userId' },
  { table: 'passkeys', file: 'account/passkeys', by: 'userId', without: ['credentialId', 'publicKey', 'counter'] },
  { table: 'secondFactors', file: 'account/two-factor', by: 'userId', without: ['secret', 'lastStep'] },
  { table: 'apiKeys', file: 'account/api-keys', by: 'userId', without: ['secretHash'] },
  { table: 'notifications', file: 'notifications/notifications', by: 'userId' },
  { table: 'notificationPreferences', file: 'notifications/preferences', by: 'userId' },
  // Whoever knows an address can send there.
  { table: 'notificationChannels', file: 'notifications/channels', by: 'userId', without: ['address', 'secret'] },
  { table: 'sourceKeys', file: 'account/data-provider-keys', by: 'userId', without: ['apiKey'] },
  { table: 'sourceSeries', file: 'market-data/series', by: 'ownerId' },
  { table: 'brokerConnections', file: 'trading/connections', by: 'userId' },
  // Who is invited may have no account here.
  {
    table: 'connectionShares',
    file: 'trading/shared-with-others',
    by: 'connectionId',
    of: 'brokerConnections',
    without: ['userId'],
  },
  { table: 'connectionShares', file: 'trading/shared-with-me', by: 'userId' },
  {
    table: 'exchangeKeys',
    file: 'trading/exchange-keys',
    by: 'connectionId',
    of: 'brokerConnections',
    without: ['credentials', 'apiKey', 'apiSecret'],
  },
  {
    table: 'guardianKeys',
    file: 'trading/guardian-keys',
    by: 'connectionId',
    of: 'brokerConnections',
    without: ['credentials'],
  },
  { table: 'tradingAccounts', file: 'trading/accounts', by: 'userId' },
  { table: 'accountControl', file: 'trading/account-levels', by: 'accountId', of: 'tradingAccounts' },
  { table: 'intents', file: 'trading/requests', by: 'accountId', of: 'tradingAccounts' },
  { table: 'venueOrders', file: 'trading/orders', by: 'accountId', of: 'tradingAccounts' },
  { table: 'fills', file: 'trading/fills', by: 'accountId', of: 'tradingAccounts' },
  { table: 'positions', file: 'trading/positions', by: 'accountId', of: 'tradingAccounts' },
  { table: 'custodyAudits', file: 'trading/protection', by: 'accountId', of: 'tradingAccounts' },
  { table: 'arbitrageAttempts', file: 'trading/arbitrage-attempts', by: 'placedBy' },
  { table: 'drills', file: 'trading/drills', by: 'accountId', of: 'tradingAccounts' },
  { table: 'venueBalances', file: 'trading/balances', by: 'accountId', of: 'tradingAccounts' },
  { table: 'contractTerms', file: 'trading/leverages', by: 'accountId', of: 'tradingAccounts' },
  { table: 'journal', file: 'trading/journal', by: 'accountId', of: 'tradingAccounts' },
  { table: 'sessions', file: 'sessions/sessions', by: 'userId' },
  { table: 'sessionLogs', file: 'sessions/logs', by: 'sessionId', of: 'sessions' },
  { table: 'sessionRecords', file: 'sessions/records', by: 'sessionId', of: 'sessions' },
  { table: 'indicators', file: 'indicators', by: 'userId' },
  { table: 'alerts', file: 'alerts', by: 'userId', without: ['nextRow', 'state', 'revision'] },
  { table: 'drawings', file: 'charts/drawings', by: 'userId' },
  { table: 'chartSnapshots', file: 'charts/snapshots', by: 'userId', without: ['image'] },
  { table: 'marketImports', file: 'market-data/imports', by: 'userId' },
  { table: 'optimizations', file: 'optimizations/optimizations', by: 'userId' },
  { table: 'optimizationRows', file: 'optimizations/rows', by: 'optimizationId', of: 'optimizations' },
  { table: 'optimizationRounds', file: 'optimizations/rounds', by: 'optimizationId', of: 'optimizations' },
  { table: 'optimizationStudies', file: 'optimizations/studies', by: 'optimizationId', of: 'optimizations' },
  { table: 'optimizationLog', file: 'optimizations/log', by: 'optimizationId', of: 'optimizations' },
  { table: 'walkForwardWindows', file: 'optimizations/walk-forward', by: 'optimizationId', of: 'optimizations' },
  { table: 'trialLedger', file: 'optimizations/trials', by: 'userId' },
  { table: 'lineageSeals', file: 'algorithms/seals', by: 'userId' },
  { table: 'algorithms', file: 'algorithms/algorithms', by: 'userId' },
  { table: 'algorithmVersions', file: 'algorithms/versions', by: 'algorithmId', of: 'algorithms' },
  { table: 'versionChecks', file: 'algorithms/checks', by: 'versionId', of: 'algorithmVersions' },
  { table: 'backtests', file: 'backtests/backtests', by: 'userId' },
]

/** Tables without anything of a user, or with what belongs in no file, and why. */
export const NOT_EXPORTED = {
  accountDeletions: 'only says when the account is deleted',
  accountExports: 'these files themselves',
  accountLinks: 'hashes of mailed links',
  algorithmLineages: 'derived from versions',
  apiLeases: 'credits that processes hold for seconds',
  apiSockets: 'open sockets of this moment',
  apiWindow: 'derived from the usage by hour',
  attemptRequests: 'which of the exported requests belong to an attempt',
  auditLog: 'exported as the lines about the user',
  backtestResults: 'exported as figures and positions of each run',
  backtestTables: 'exported with each run',
  backtestVerifications: 'what others checked',
  backupCodes: 'hashes of secrets',
  credentials: 'hashes of secrets',
  deliveries: 'notifications on their way',
  installationKeys: 'of the installation',
  installationSecrets: 'of the installation',
  instruments: 'of the installation',
  invitations: 'hashes of secrets',
  issuers: 'of the installation',
  keptTicks: 'of the installation',
  leaseOwners: 'of the installation',
  leases: 'of the installation',
  listStamps: 'derived',
  loginChallenges: 'hashes of secrets',
  loginGuesses: 'counts of guesses, most of them of others',
  mailOutbox: 'links with secrets',
  optimizationLuck: 'derived from the rows',
  optimizationReturns: 'packed, derived from the rows',
  packages: 'of the installation',
  passwordResets: 'hashes of secrets',
  rememberedDevices: 'hashes of secrets',
  repeatableCalls: 'answers that were given already, for a day',
  retentionRules: 'of the installation',
  sealOpenings: 'derived from seals and runs',
  sessionInputs: 'packed, to replay a session',
  sessionProgress: 'how far the replay of a session goes',
  sourceBudgets: 'of the installation',
  sourceDatabases: 'of the installation',
  sourceDatasets: 'of the installation',
  sourceLookups: 'of the installation',
  sourceSettings: 'of the installation',
  storageSamples: 'of the installation',
  stripeEvents: 'of the installation',
  usedTokens: 'hashes of secrets',
  venueCursors: 'how far a venue has been read',
  venueSettings: 'of the installation',
  verifications: 'hashes of secrets',
  versionIndicators: 'derived from scripts',
} as const satisfies Readonly<Partial<Record<TableName, string>>>
