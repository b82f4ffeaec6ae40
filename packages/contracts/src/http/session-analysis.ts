import { z } from 'zod'
import { READ, READ_MUCH } from './api-terms.ts'
import { backtestAnalysis } from './backtest-analysis.ts'
import { byId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'

export const getSessionAnalysis = endpoint({
  method: 'GET',
  path: '/api/session/:id/analysis',
  auth: 'user',
  summary: 'Profit, pips and returns of an own session by day, week, month, hour, weekday and duration',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: backtestAnalysis,
})

/** Over all own sessions of an algorithm, in account currency. */
export const algorithmTotals = z.object({
  /** They run or have open positions. */
  activeSessions: z.number().int(),
  endedSessions: z.number().int(),
  /** Null without sessions. */
  currency: z.string().nullable(),
  openPositionCount: z.number().int(),
  closedPositionCount: z.number().int(),
  /** The sum of closed positions and parts, and that of open ones, net of all costs. */
  realizedProfit: z.number(),
  unrealizedProfit: z.number(),
  /** Of closed positions. */
  realizedPips: z.number(),
  unrealizedPips: z.number(),
})
export type AlgorithmTotals = z.infer<typeof algorithmTotals>

export const getAlgorithmTotals = endpoint({
  method: 'GET',
  path: '/api/algorithm/:id/totals',
  auth: 'user',
  summary: 'Sessions, positions, profit and pips of all own sessions of an own algorithm',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: algorithmTotals,
})

export const getAlgorithmAnalysis = endpoint({
  method: 'GET',
  path: '/api/algorithm/:id/analysis',
  auth: 'user',
  summary:
    'Profit and pips of all own sessions of an own algorithm by day, week, month, hour, weekday, duration and instrument',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: backtestAnalysis,
})
