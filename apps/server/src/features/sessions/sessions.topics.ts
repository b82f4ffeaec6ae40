import type { TopicEvent } from '@tradeloom/contracts'
import { ownTopic, type Topics } from '../../platform/realtime/topic.ts'
import type { SessionMessage } from './session-news.ts'
import type { SessionsService } from './sessions.service.ts'

const subject = 'session.*'
const FLUSH_MS = 200

/** What browsers follow of sessions. */
export function sessionTopics(sessions: SessionsService): Required<Pick<Topics, 'tradingSessions' | 'logs'>> {
  return {
    tradingSessions: ownTopic<SessionMessage, TopicEvent<'tradingSessions'>>({
      subject,
      flushMs: FLUSH_MS,
      async snapshot(userId) {
        const active = await sessions.active(userId)
        return active.map((session) => ({ key: session.id, event: { event: 'session', data: session } }))
      },
      change: ({ userId, session }) => ({
        userId,
        key: session.id,
        event: { event: 'session', data: session },
        isCoalesced: session.status === 'Active',
      }),
    }),
    logs: ownTopic<SessionMessage, TopicEvent<'logs'>>({
      subject,
      // What was logged before is requested.
      snapshot: async () => [],
      change({ userId, session, lines }) {
        if (lines.length === 0) return null
        const data = { sessionId: session.id, lines: [...lines] }
        const key = `${session.id} ${lines[0]?.n}`
        return { userId, key, event: { event: 'session-log', data }, isCoalesced: false }
      },
    }),
  }
}
