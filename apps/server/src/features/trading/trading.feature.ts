import type { Feature } from '../../platform/feature.ts'
import { installationOf } from '../../platform/installation.ts'
import type { Platform } from '../../platform/platform.ts'
import { cachedListings } from '../../trading-core/prices/cached-listings.ts'
import { cachedTerms } from '../../trading-core/prices/cached-terms.ts'
import type { TickSource } from '../../trading-core/prices/tick-source.ts'
import { AccountProcesses, type VenueConnections } from './account-processes.ts'
import { AccountsService } from './accounts.service.ts'
import { ConnectionHistory } from './connection-history.ts'
import { isFlattenRequested } from '@tradeloom/kill-switch'
import type { GuardianProcess } from './guardian-process.ts'
import { MeasuredAccounts } from './measured-accounts.ts'
import type { PaperConnection } from './paper-connection.ts'
import { OrderChangesService } from './order-changes.service.ts'
import { OrderOutcomes } from './order-outcomes.service.ts'
import { PositionsService } from './positions.service.ts'
import { TradesService } from './trades.service.ts'
import { TradingLogs } from './trading-logs.service.ts'
import { type AccountChange, TradingNews } from './trading-news.ts'
import { tradingRequests } from './trading.requests.ts'
import { SeenAccountsRepository } from './seen-accounts.repository.ts'
import { TradingRepository } from './trading.repository.ts'
import { tradingHandlers } from './trading.routes.ts'
import { tradingTopics } from './trading.topics.ts'
import { WrittenTrades } from './written-trades.ts'
import { ACCESS_CHANGED, type AccessChanged } from '../../trading-core/shares/access-changed.ts'
import { Valuation } from '../../trading-core/prices/valuation.ts'

/** Executes the orders of accounts in a process of its own. */
export interface PaperProcess extends PaperConnection {
  /** Called for every change that it has committed. */
  onChange(listener: (change: AccountChange) => void): void
}

/** Works on the accounts of users at venues. */
export interface BrokersProcess extends VenueConnections {
  onChange(listener: (change: AccountChange) => void): void
  onStatus(listener: (userId: string, connectionId: string, isConnected: boolean) => void): void
}

/** Accounts, orders and positions. */
export function tradingFeature(
  { config, db, bus, secret, now, logger, users }: Platform,
  ticks: TickSource,
  isSilent: (instrumentId: string) => boolean,
  paper: PaperProcess,
  brokers: BrokersProcess,
  guardian: GuardianProcess,
) {
  const repository = new TradingRepository(db)
  const seen = new SeenAccountsRepository(db)
  const listings = cachedListings(db, now)
  const valuation = new Valuation({ ticks, listings, now, termsOf: cachedTerms(db, now) })
  const processes = new AccountProcesses(paper, brokers, guardian)
  const accounts = new AccountsService({
    db,
    repository,
    valuation,
    processes,
    rightsOf: (userId) => users.rightsOf(userId),
    now,
  })
  const positions = new PositionsService({ db, repository, valuation, now })
  const installation = installationOf(secret)
  const written = new WrittenTrades({ db, repository, installation, now })
  const parts = { db, repository, accounts, valuation, processes, written, isSilent, now }
  const trades = new TradesService({ ...parts, positions })
  const changes = new OrderChangesService(parts)
  const outcomes = new OrderOutcomes({ db, repository, now })
  const news = new TradingNews(bus, repository, seen, accounts, positions)
  const warn = (error: unknown): void => logger.warn({ err: error }, 'a change of an account could not be published')
  const tell = (change: AccountChange): void => {
    news.tell(change).catch(warn)
  }
  for (const process of [paper, brokers]) process.onChange(tell)
  guardian.onChange(({ accountId }) => tell({ accountId, kind: 'control', id: accountId }))
  bus.subscribe(ACCESS_CHANGED, ({ payload }) => void news.followAgain((payload as AccessChanged).userId).catch(warn))
  // One server tells it.
  const once = { queue: 'trading-access' }
  bus.subscribe(ACCESS_CHANGED, ({ payload }) => news.tellAccess((payload as AccessChanged).userId), once)
  bus.subscribe('kill.requested', () => guardian.look())
  // An account at a venue is guarded from the start.
  brokers.onStatus((_userId, _connectionId, isConnected) => void (isConnected && guardian.look()))
  paper.onStatus(() => news.publishStatus(paper.isConnected))
  brokers.onStatus((_userId, connectionId, isConnected) => {
    news.tellConnection(connectionId, isConnected).catch(warn)
  })
  const logs = new TradingLogs(repository, seen, accounts, new ConnectionHistory(paper, now), now)
  return {
    accounts,
    positions,
    processes,
    trades,
    handlers: tradingHandlers({
      accounts,
      positions,
      trades,
      outcomes,
      news,
      measured: new MeasuredAccounts(bus, now),
    }),
    installation,
    requests: tradingRequests(accounts, trades, changes, logs),
    topics: tradingTopics(seen, accounts, positions, news, () => void paper.ensure()),
    /** What is open goes on after a restart, and after the end of the server that it ran on. */
    async attend(): Promise<void> {
      // Before the database is asked: a guardian that does not run reads no requests.
      if (isFlattenRequested(config.dataDir)) guardian.look()
      if (paper.isConnected === null && (await repository.isPaperBusy())) void paper.ensure()
      if (config.heartbeat !== null || (await repository.isGuardianNeeded())) guardian.look()
    },
  } as const satisfies Feature & Record<string, unknown>
}

export type TradingFeature = ReturnType<typeof tradingFeature>
