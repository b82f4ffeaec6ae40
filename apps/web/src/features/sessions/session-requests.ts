import {
  type SessionCharts,
  type SessionLog,
  type SessionLogDays,
  type SessionLogLine,
  socketRequests,
} from '@tradeloom/contracts'
import { ask } from '../../realtime/ask.ts'

const UNABLE = 'Unable to fetch log'

/** Every failure of a log is told in the same words. */
async function ofLog<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith(UNABLE) ? error : new Error(`${UNABLE} - ${message}`)
  }
}

export function fetchCharts(id: string): Promise<SessionCharts> {
  return ask(socketRequests.fetchSessionCharts, { id })
}

export function fetchLogDays(id: string): Promise<SessionLogDays> {
  return ofLog(ask(socketRequests.fetchSessionLogDays, { id }))
}

export function fetchLog(id: string, day: string): Promise<SessionLog> {
  return ofLog(ask(socketRequests.fetchSessionLog, { id, day }))
}

/** The last lines, whatever day they are of. */
export function tailLog(id: string): Promise<SessionLogLine[]> {
  return ofLog(ask(socketRequests.tailSessionLog, { id }))
}
