import {
  CHANNELS,
  sessionCharts,
  type SessionCharts,
  sessionLog,
  type SessionLog,
  sessionLogDays,
  type SessionLogDays,
  sessionLogLine,
  type SessionLogLine,
  TIME_OUTS,
} from '@tradeloom/contracts'
import { RequestTimeout } from '../../realtime/socket-client.ts'
import { socket } from '../../realtime/socket.ts'

type Name = 'fetch-charts' | 'fetch-log-list' | 'fetch-log' | 'tail-log'

/** @throws {Error} with the text of the request if its time is up. */
async function request(name: Name, payload: { readonly id: string; readonly day?: string }): Promise<unknown> {
  const { ms, text } = TIME_OUTS[name]
  try {
    return await socket.request(CHANNELS.tradingSessions, name, payload, ms)
  } catch (error) {
    throw error instanceof RequestTimeout ? new Error(text) : error
  }
}

/** Every failure of a log is told in the same words. */
async function requestLog(
  name: Exclude<Name, 'fetch-charts'>,
  payload: { readonly id: string; readonly day?: string },
) {
  try {
    return await request(name, payload)
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith(UNABLE) ? error : new Error(`${UNABLE} - ${message}`)
  }
}

const UNABLE = 'Unable to fetch log'

export async function fetchCharts(id: string): Promise<SessionCharts> {
  return sessionCharts.parse(await request('fetch-charts', { id }))
}

export async function fetchLogDays(id: string): Promise<SessionLogDays> {
  return sessionLogDays.parse(await requestLog('fetch-log-list', { id }))
}

export async function fetchLog(id: string, day: string): Promise<SessionLog> {
  return sessionLog.parse(await requestLog('fetch-log', { id, day }))
}

/** The last lines, whatever day they are of. */
export async function tailLog(id: string): Promise<SessionLogLine[]> {
  return sessionLogLine.array().parse(await requestLog('tail-log', { id }))
}
