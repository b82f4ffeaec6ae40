import type { Handlers } from '../../platform/http/route.ts'
import type { SessionNews } from './session-news.ts'
import type { SessionAnalyses } from './session-analyses.service.ts'
import type { SessionsService } from './sessions.service.ts'

type SessionHandlers = Pick<
  Handlers,
  | 'listAlgorithmSessions'
  | 'createSession'
  | 'listActiveSessions'
  | 'listEndedSessions'
  | 'getSession'
  | 'updateSession'
  | 'listSessionPositions'
  | 'listSessionClosedPositions'
  | 'getSessionPositionWindow'
  | 'getSessionPositionNeighbor'
  | 'listSessionOrders'
  | 'getSessionAnalysis'
  | 'getAlgorithmAnalysis'
  | 'getAlgorithmTotals'
>

export function sessionHandlers(
  sessions: SessionsService,
  analyses: SessionAnalyses,
  news: SessionNews,
): SessionHandlers {
  return {
    listAlgorithmSessions: ({ params: { id }, userId }) => sessions.ofAlgorithm(id, userId),
    async createSession({ params: { id }, body, userId }) {
      const session = await sessions.create(id, body, userId)
      await news.tell(session.id)
      return session
    },
    listActiveSessions: ({ userId }) => sessions.active(userId),
    listEndedSessions: ({ userId }) => sessions.ended(userId),
    getSession: ({ params: { id }, userId }) => sessions.get(id, userId),
    async updateSession({ params: { id }, body, userId }) {
      const session = await sessions.update(id, body, userId)
      await news.tell(id)
      return session
    },
    listSessionPositions: ({ params: { id }, userId }) => sessions.openPositions(id, userId),
    listSessionClosedPositions: ({ params: { id }, query, userId }) => sessions.closedPositions(id, query, userId),
    getSessionPositionWindow: ({ params: { id }, query, userId }) => sessions.positionWindow(id, query, userId),
    getSessionPositionNeighbor: ({ params: { id }, query, userId }) => sessions.positionNeighbor(id, query, userId),
    getSessionAnalysis: ({ params: { id }, userId }) => analyses.ofSession(id, userId),
    getAlgorithmAnalysis: ({ params: { id }, userId }) => analyses.ofAlgorithm(id, userId),
    getAlgorithmTotals: ({ params: { id }, userId }) => analyses.totals(id, userId),
    listSessionOrders: ({ params: { id }, query, userId }) => sessions.orders(id, query.limit, userId),
  }
}
