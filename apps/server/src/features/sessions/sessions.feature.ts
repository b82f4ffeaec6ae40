import { readListings } from '@tradeloom/database'
import type { Feature } from '../../platform/feature.ts'
import { installationOf } from '../../platform/installation.ts'
import type { Platform } from '../../platform/platform.ts'
import type { algorithmsFeature } from '../algorithms/algorithms.feature.ts'
import { ACCESS_CHANGED, type AccessChanged } from '../../trading-core/shares/access-changed.ts'
import type { AccountMessage } from '../trading/trading-news.ts'
import type { sourcesFeature } from '../sources/sources.feature.ts'
import type { tradingFeature } from '../trading/trading.feature.ts'
import { SessionAnalysesRepository } from './session-analyses.repository.ts'
import { SessionAnalyses } from './session-analyses.service.ts'
import { FiguresOfSessions } from './session-figures.ts'
import { SessionNews } from './session-news.ts'
import { sessionHandlers } from './sessions.routes.ts'
import { SessionsRepository } from './sessions.repository.ts'
import { sessionRequests } from './sessions.requests.ts'
import { type SessionsConnection, SessionsService } from './sessions.service.ts'
import { sessionTopics } from './sessions.topics.ts'

/** Runs sessions in a process of its own. */
export interface SessionsProcess extends SessionsConnection {
  /** Called for every change that it has committed. */
  onChange(listener: (change: { readonly userId: string; readonly sessionId: string }) => void): void
}

/** Live sessions: scripts that trade as prices arrive. */
export function sessionsFeature(
  { db, bus, users, secret, now, logger }: Platform,
  { algorithms }: Pick<ReturnType<typeof algorithmsFeature>, 'algorithms'>,
  { accounts, positions, processes }: Pick<ReturnType<typeof tradingFeature>, 'accounts' | 'positions' | 'processes'>,
  { series }: Pick<ReturnType<typeof sourcesFeature>, 'series'>,
  process: SessionsProcess,
) {
  const repository = new SessionsRepository(db)
  const figures = new FiguresOfSessions(repository, positions)
  const listings = () => readListings(db)
  const service = new SessionsService({
    repository,
    figures,
    algorithms,
    accounts,
    positions,
    series,
    listings,
    rightsOf: (userId) => users.rightsOf(userId),
    process,
    processes,
    installation: installationOf(secret),
    now,
  })
  const analyses = new SessionAnalyses({
    repository: new SessionAnalysesRepository(db),
    sessions: repository,
    algorithms,
    positions,
    listings,
    now,
  })
  const news = new SessionNews(bus, repository, figures)
  const warn = (error: unknown): void => logger.warn({ err: error }, 'a session could not be notified')
  process.onChange(({ sessionId }) => {
    news.tell(sessionId).catch(warn)
  })
  // One server tells it.
  const share = { queue: 'ended-sessions' }
  bus.subscribe(
    'account.*',
    ({ payload }) => {
      const { kind, isOwner, data } = payload as AccountMessage
      if (kind === 'position' && isOwner && data.sessionId !== null) news.publishEnded(data.sessionId).catch(warn)
    },
    share,
  )
  bus.subscribe(ACCESS_CHANGED, ({ payload }) => news.tellAccess((payload as AccessChanged).userId), {
    queue: 'sessions-access',
  })
  return {
    handlers: sessionHandlers(service, analyses, news),
    requests: sessionRequests(service),
    topics: sessionTopics(service),
    /** Sessions go on after a restart, and after the end of the server that they ran on, whether anybody looks or not. */
    async attend(): Promise<void> {
      if (await repository.isAnyActive()) process.wake()
    },
  } as const satisfies Feature & Record<string, unknown>
}
