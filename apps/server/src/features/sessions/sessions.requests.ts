import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { SessionsService } from './sessions.service.ts'

type SessionRequests = Pick<
  RequestHandlers,
  'fetchSessionCharts' | 'fetchSessionLogDays' | 'fetchSessionLog' | 'tailSessionLog'
>

export function sessionRequests(sessions: SessionsService): SessionRequests {
  return {
    fetchSessionCharts: { answer: ({ id }, viewer) => sessions.charts(id, signedIn(viewer)) },
    fetchSessionLogDays: { answer: ({ id }, viewer) => sessions.logDays(id, signedIn(viewer)) },
    fetchSessionLog: { answer: ({ id, day }, viewer) => sessions.log(id, day, signedIn(viewer)) },
    tailSessionLog: { isLight: true, answer: ({ id }, viewer) => sessions.tailLog(id, signedIn(viewer)) },
  }
}
