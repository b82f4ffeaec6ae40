import { accountDataFeature } from './features/account-data/account-data.feature.ts'
import { accountFeature } from './features/account/account.feature.ts'
import { adminUsersFeature } from './features/admin-users/admin-users.feature.ts'
import { alertsFeature } from './features/alerts/alerts.feature.ts'
import { algorithmsFeature } from './features/algorithms/algorithms.feature.ts'
import { apiDocumentsFeature } from './features/api-documents/api-documents.feature.ts'
import { arbitrageFeature } from './features/arbitrage/arbitrage.feature.ts'
import { apiKeysFeature } from './features/api-keys/api-keys.feature.ts'
import { auditFeature } from './features/audit/audit.feature.ts'
import { backupsFeature } from './features/backups/backups.feature.ts'
import { backtestsFeature } from './features/backtests/backtests.feature.ts'
import { calendarsFeature } from './features/calendars/calendars.feature.ts'
import { chartsFeature } from './features/charts/charts.feature.ts'
import { drillsFeature } from './features/drills/drills.feature.ts'
import { documentationFeature } from './features/documentation/documentation.feature.ts'
import { homeFeature } from './features/home/home.feature.ts'
import { configurationFeature } from './features/configuration/configuration.feature.ts'
import { identitiesFeature } from './features/identities/identities.feature.ts'
import { indicatorsFeature } from './features/indicators/indicators.feature.ts'
import { instrumentsFeature } from './features/instruments/instruments.feature.ts'
import { killSwitchFeature } from './features/kill-switch/kill-switch.feature.ts'
import { killAddress } from './platform/http/kill-address.ts'
import { lineagesFeature } from './features/lineages/lineages.feature.ts'
import { marketFetchesFeature } from './features/market-imports/fetches/market-fetches.feature.ts'
import { marketImportsFeature } from './features/market-imports/market-imports.feature.ts'
import { notificationsFeature } from './features/notifications/notifications.feature.ts'
import { outboxFeature } from './features/outbox/outbox.feature.ts'
import { optimizationLuckFeature } from './features/optimization-luck/optimization-luck.feature.ts'
import { optimizationsFeature } from './features/optimizations/optimizations.feature.ts'
import type { StartIngest } from './features/markets/ingest-owner.ts'
import { marketsFeature } from './features/markets/markets.feature.ts'
import { paymentsFeature } from './features/payments/payments.feature.ts'
import { packagesFeature } from './features/packages/packages.feature.ts'
import { securityFeature } from './features/security/security.feature.ts'
import { seriesFeature } from './features/sources/series.feature.ts'
import { sourcesFeature } from './features/sources/sources.feature.ts'
import { storageFeature } from './features/storage/storage.feature.ts'
import { StorageUse } from './features/storage/storage-use.ts'
import { systemFeature } from './features/system/system.feature.ts'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { tradingFeature } from './features/trading/trading.feature.ts'
import { usersFeature } from './features/users/users.feature.ts'
import { venuesFeature } from './features/venues/venues.feature.ts'
import { reportsFeature } from './features/reports/reports.feature.ts'
import { verificationsFeature } from './features/verifications/verifications.feature.ts'
import { features, type Feature } from './platform/feature.ts'
import type { Platform } from './platform/platform.ts'
import { openProcesses } from './platform/processes/open-processes.ts'
import { TickReader } from '@tradeloom/market-data/ticks'
import { sessionsFeature } from './features/sessions/sessions.feature.ts'
import { SupervisedAlerts } from './processes/alerts/supervised-alerts.ts'
import { SupervisedSessions } from './processes/sessions/supervised-sessions.ts'
import { SupervisedGuardian } from './processes/guardian/supervised-guardian.ts'
import { SupervisedBrokers } from './processes/brokers/supervised-brokers.ts'
import { installationOf } from './platform/installation.ts'
import { MasterKey } from './platform/secrets/master-key.ts'
import { connectionsFeature } from './features/connections/connections.feature.ts'
import { SupervisedPaper } from './processes/paper/supervised-paper.ts'
import { SupervisedService } from './platform/processes/supervised-service.ts'
import { ingest } from './processes/ingest/ingest.process.ts'
import * as definitions from './processes/processes.ts'

/** The features of the product, each with the features that it uses. */
export function compose(platform: Platform): readonly Feature[] {
  const algorithms = algorithmsFeature(platform)
  const instruments = instrumentsFeature(platform)
  const outbox = outboxFeature(platform)
  const processes = openProcesses(definitions)
  const masterKey = new MasterKey(platform.db, platform.config.masterKey, processes.keys.ask)
  const { ticks, paper, brokers, guardian, sessions, alerts } = tradingProcesses(platform, masterKey)
  const use = new StorageUse(platform)
  const notifications = notificationsFeature(platform, outbox, masterKey, ticks, (count) => use.largest(count))
  const payments = paymentsFeature(platform, outbox)
  const packages = packagesFeature(platform, payments)
  const sources = sourcesFeature(platform, masterKey)
  const backtests = backtestsFeature(platform, algorithms, instruments, packages, sources, processes.analysis.ask)
  const optimizations = optimizationsFeature(platform, algorithms, instruments, packages, backtests, sources)
  const verifications = verificationsFeature(platform, backtests, instruments, sources)
  const account = accountFeature(platform, outbox)
  const identities = identitiesFeature(platform, masterKey, account)
  const connections = connectionsFeature(platform, masterKey, brokers, sessions)
  const startIngest: StartIngest = (options) => new SupervisedService(ingest, options)
  const markets = marketsFeature(platform, instruments, startIngest, () => masterKey.piped())
  const trading = tradingFeature(platform, ticks, markets.isSilent, paper, brokers, guardian)
  return features(
    { stop: processes.stopAll },
    ...[alerts, sessions, paper, brokers, guardian].map((one) => ({ stop: () => one.stop() })),
    systemFeature(platform),
    usersFeature(platform, connections, account, packages.packagesAre, identities, notifications.unread),
    identities,
    connections,
    apiKeysFeature(platform),
    apiDocumentsFeature(platform),
    securityFeature(platform, masterKey, account, identities),
    account,
    accountDataFeature(platform, backtests, payments, sessions),
    adminUsersFeature(platform, identities),
    packages,
    payments,
    configurationFeature(platform),
    documentationFeature(),
    outbox,
    notifications,
    auditFeature(platform),
    backupsFeature(platform, masterKey, processes.backups.ask),
    storageFeature(platform, use, backtests, optimizations),
    algorithms,
    lineagesFeature(platform),
    instruments,
    backtests,
    optimizations,
    optimizationLuckFeature(platform, optimizations, processes.luck.ask),
    verifications,
    reportsFeature(backtests, verifications),
    homeFeature(platform, backtests, instruments),
    indicatorsFeature(platform, instruments),
    marketImportsFeature(platform, instruments, processes.imports),
    marketFetchesFeature(platform, instruments, processes.fetches.ask, () => masterKey.piped()),
    calendarsFeature(platform, instruments),
    chartsFeature(platform),
    sources,
    seriesFeature(algorithms, sources),
    trading,
    drillsFeature(platform, ticks, trading.accounts, paper),
    killSwitchFeature(platform, killAddress(platform.config, platform.url)),
    sessionsFeature(platform, algorithms, trading, sources, sessions),
    alertsFeature(platform, ticks, alerts),
    markets,
    arbitrageFeature(platform, markets, ticks, trading),
    venuesFeature(platform, markets, async () => {
      if (await connections.connections.isNeeded()) brokers.look()
    }),
  )
}

/** The processes that trade, each started when it is needed. */
function tradingProcesses(platform: Platform, masterKey: MasterKey) {
  const { bus, config, database, logger, now } = platform
  const marketDir = join(config.dataDir, 'market')
  const installation = installationOf(platform.secret)
  const shared = { bus, connection: database.connection, marketDir, installation, logger, now }
  const paper = new SupervisedPaper(shared)
  const key = () => masterKey.piped()
  const brokers = new SupervisedBrokers({ ...shared, urls: config.venueUrls, key })
  const guardian = new SupervisedGuardian({
    ...shared,
    config,
    kill: killAddress(config, platform.url),
    urls: config.venueUrls,
    // Several servers may share the folder.
    file: join(config.dataDir, 'guardian', `${hostname()}-${config.port}.json`),
    key,
  })
  const sessions = new SupervisedSessions({
    ...shared,
    cacheDir: join(config.dataDir, 'runner'),
    sandboxLevel: config.sandboxLevel,
    onStart: () => void paper.ensure(),
  })
  const alerts = new SupervisedAlerts(shared)
  return { ticks: new TickReader(marketDir), paper, brokers, guardian, sessions, alerts }
}
