import { CHANNELS } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { SessionsService } from './sessions.service.ts'

type SessionRequests = Pick<SocketRequests, 'fetch-charts' | 'fetch-log-list' | 'fetch-log' | 'tail-log'>

export function sessionRequests(sessions: SessionsService): SessionRequests {
  const channels = [CHANNELS.tradingSessions]
  return {
    'fetch-charts': { channels, answer: ({ id }, viewer) => sessions.charts(id, signedIn(viewer)) },
    'fetch-log-list': { channels, answer: ({ id }, viewer) => sessions.logDays(id, signedIn(viewer)) },
    'fetch-log': { channels, answer: ({ id, day }, viewer) => sessions.log(id, day, signedIn(viewer)) },
    'tail-log': { channels, isLight: true, answer: ({ id }, viewer) => sessions.tailLog(id, signedIn(viewer)) },
  }
}
