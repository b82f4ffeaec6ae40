import { CHANNELS, sessionLogLine } from '@tradeloom/contracts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { socket } from '../../realtime/socket.ts'

export const activeSessionsQuery = queryOptions({
  queryKey: ['sessions', 'active'],
  queryFn: ({ signal }) => call('listActiveSessions', { signal }),
})

export const endedSessionsQuery = queryOptions({
  queryKey: ['sessions', 'ended'],
  queryFn: ({ signal }) => call('listEndedSessions', { signal }),
})

export function algorithmSessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['sessions', 'of', id],
    queryFn: ({ signal }) => call('listAlgorithmSessions', { params: { id }, signal }),
  })
}

export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => call('getSession', { params: { id }, signal }),
  })
}

const POSITIONS_MS = 2_000

/** At the newest prices. */
export function sessionPositionsQuery(id: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['session-positions', id],
    queryFn: ({ signal }) => call('listSessionPositions', { params: { id }, signal }),
    refetchInterval: isLive ? POSITIONS_MS : false,
  })
}

export function sessionClosedPositionsQuery(id: string) {
  return queryOptions({
    queryKey: ['session-closed-positions', id],
    queryFn: ({ signal }) => call('listSessionClosedPositions', { params: { id }, query: {}, signal }),
  })
}

/** The last lines; new ones come as events. */
export function sessionLogQuery(id: string) {
  return queryOptions({
    queryKey: ['session-log', id],
    queryFn: async () =>
      z.array(sessionLogLine).parse(await socket.request(CHANNELS.tradingSessions, 'tail-log', { id })),
  })
}

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call('listAccounts', { signal }),
})
