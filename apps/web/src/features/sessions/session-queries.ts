import type { TradingSession } from '@tradeloom/contracts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { fetchCharts, fetchLog, fetchLogDays, tailLog } from './session-requests.ts'

/** As the specification has it. */
const FIGURES_MS = 5_000

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
    // Nothing tells the profit of positions that are open after the end.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.status !== 'Active' && data.openPositionCount > 0 ? FIGURES_MS : false,
  })
}

/** While it runs or has open positions. */
export function isSessionLive({ status, openPositionCount }: TradingSession): boolean {
  return status === 'Active' || openPositionCount > 0
}

/** At the newest prices. */
export function sessionPositionsQuery(id: string) {
  return queryOptions({
    queryKey: ['session-positions', id],
    queryFn: ({ signal }) => call('listSessionPositions', { params: { id }, signal }),
  })
}

export function sessionClosedPositionsQuery(id: string) {
  return queryOptions({
    queryKey: ['session-closed-positions', id],
    queryFn: ({ signal }) => call('listSessionClosedPositions', { params: { id }, query: {}, signal }),
  })
}

/** A minute adds to the lines of a session that goes on. */
const CHARTS_MS = 60_000

/** Other counts of positions are another profit. */
export function sessionChartsQuery(id: string, counts: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['session-charts', id, counts],
    queryFn: () => fetchCharts(id),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? CHARTS_MS : false,
  })
}

/** What its closed positions have made. It is fetched again on request. */
export function sessionAnalysisQuery(id: string) {
  return queryOptions({
    queryKey: ['session-analysis', id],
    queryFn: ({ signal }) => call('getSessionAnalysis', { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })
}

/** The same over all sessions of an algorithm. */
export function algorithmAnalysisQuery(id: string) {
  return queryOptions({
    queryKey: ['algorithm-analysis', id],
    queryFn: ({ signal }) => call('getAlgorithmAnalysis', { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })
}

/** Figures of all sessions of an algorithm, and their positions. */
export function algorithmTotalsQuery(id: string) {
  return queryOptions({
    queryKey: ['session-totals', id],
    queryFn: ({ signal }) => call('getAlgorithmTotals', { params: { id }, signal }),
    refetchInterval: ({ state }) => ((state.data?.activeSessions ?? 0) > 0 ? FIGURES_MS : false),
  })
}

export function algorithmPositionsQuery(id: string) {
  return queryOptions({
    queryKey: ['algorithm-positions', id],
    queryFn: ({ signal }) => call('listAlgorithmPositions', { params: { id }, query: {}, signal }),
  })
}

/** As the specification has it. */
const TAIL_MS = 5_000
const DAYS_MS = 60_000

/** The last lines; new ones come as events. */
export function sessionLogQuery(id: string, isRead: boolean) {
  return queryOptions({
    queryKey: ['session-log', id],
    queryFn: () => tailLog(id),
    refetchInterval: isRead ? TAIL_MS : false,
  })
}

export function sessionLogDaysQuery(id: string, isLive: boolean) {
  return queryOptions({
    queryKey: ['session-log-days', id],
    queryFn: () => fetchLogDays(id),
    refetchInterval: isLive ? DAYS_MS : false,
  })
}

export function sessionDayLogQuery(id: string, day: string) {
  return queryOptions({ queryKey: ['session-day-log', id, day], queryFn: () => fetchLog(id, day) })
}

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => call('listAccounts', { signal }),
})
