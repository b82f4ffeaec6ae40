import type { TopicEvent } from '@tradeloom/contracts'
import { ownTopic, type Topics } from '../../platform/realtime/topic.ts'
import type { SessionMessage } from './session-news.ts'
import type { SessionsService } from './sessions.service.ts'

const subject = 'session.*'
const FLUSH_MS = 200
const MISSED = { event: 'missed', data: null } as const

/** What browsers follow of sessions. */
export function sessionTopics(sessions: SessionsService): Required<Pick<Topics, 'tradingSessions' | 'logs'>> {
  return {
    tradingSessions: ownTopic<SessionMessage, TopicEvent<'tradingSessions'> | typeof MISSED>({
      subject,
      flushMs: FLUSH_MS,
      async snapshot(userId) {
        const active = await sessions.active(userId)
        return active.map((session) => ({ key: session.id, event: { event: 'session', data: session } }))
      },
      change(message) {
        const { userId } = message
        // Which sessions are gone, the lists know.
        if (message.kind === 'access') return { userId, key: 'access', event: MISSED, isCoalesced: false }
        const { session } = message
        const isCoalesced = session.status === 'Active'
        return { userId, key: session.id, event: { event: 'session', data: session }, isCoalesced }
      },
    }),
    logs: ownTopic<SessionMessage, TopicEvent<'logs'>>({
      subject,
      // What was logged before is requested.
      snapshot: async () => [],
      change(message) {
        if (message.kind === 'access' || message.lines.length === 0) return null
        const { userId, session, lines } = message
        const data = { sessionId: session.id, lines: [...lines] }
        const key = `${session.id} ${lines[0]?.n}`
        return { userId, key, event: { event: 'session-log', data }, isCoalesced: false }
      },
    }),
  }
}
