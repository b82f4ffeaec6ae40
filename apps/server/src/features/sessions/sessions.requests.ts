import { CHANNELS } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { SessionsService } from './sessions.service.ts'

export function sessionRequests(sessions: SessionsService): Pick<SocketRequests, 'fetch-log' | 'tail-log'> {
  const channels = [CHANNELS.tradingSessions]
  return {
    'fetch-log': { channels, answer: ({ id }, viewer) => sessions.log(id, signedIn(viewer)) },
    'tail-log': { channels, isLight: true, answer: ({ id }, viewer) => sessions.tailLog(id, signedIn(viewer)) },
  }
}
