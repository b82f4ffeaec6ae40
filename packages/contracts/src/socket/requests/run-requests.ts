import { z } from 'zod'
import { uuid } from '../../http/common.ts'
import { position } from '../../http/backtest-result.ts'
import { backtest, getBacktestCharts, getBacktestLog } from '../../http/backtests.ts'
import { optimizationColumns } from '../../http/optimization-columns.ts'
import { getOptimizationLog, optimization } from '../../http/optimizations.ts'
import { sessionLogLine } from '../../http/sessions.ts'
import { utcDay } from '../../http/time.ts'
import { MAX_INTEGER, wholeNumber } from '../../http/whole-number.ts'
import { sessionCharts, sessionLog, sessionLogDays } from '../session-answers.ts'
import { socketRequest } from '../socket-request.ts'

const ofRun = () => z.strictObject({ id: uuid })
/** Of a session, the lines of one day if it is named. */
const ofLog = () => z.strictObject({ id: uuid, day: utcDay.optional() })

const CHARTS = { ms: 8_000, text: 'Connection timeout on charts request' }
const LOG = { ms: 8_000, text: 'Unable to fetch log - Connection timeout' }

export const fetchBacktestCharts = socketRequest({
  name: 'fetch-charts',
  channels: ['backtestController'],
  payload: ofRun,
  answer: () => getBacktestCharts.response,
  scope: 'read',
  timeout: CHARTS,
})

/** At most 1,000 from `offset` on: all of a year would be megabytes in one frame. */
export const fetchBacktestPositions = socketRequest({
  name: 'fetch-positions',
  channels: ['backtestController'],
  payload: () => z.strictObject({ id: uuid, offset: wholeNumber(0, MAX_INTEGER).default(0) }),
  answer: () => z.object({ total: z.number().int(), positions: z.array(position) }),
  scope: 'read',
  timeout: { ms: 8_000 },
})

export const fetchBacktestLog = socketRequest({
  name: 'fetch-log',
  channels: ['backtestController'],
  payload: ofLog,
  answer: () => getBacktestLog.response,
  scope: 'read',
  timeout: LOG,
})

export const tailBacktestLog = socketRequest({
  name: 'tail-log',
  channels: ['backtestController'],
  payload: ofRun,
  answer: () => getBacktestLog.response,
  scope: 'read',
  timeout: LOG,
})

export const stopRunningBacktest = socketRequest({
  name: 'stop',
  channels: ['backtestController'],
  payload: ofRun,
  answer: () => backtest,
  scope: 'write',
  timeout: { ms: 8_000 },
})

/** Up to 5,000 rows stored after a revision. */
export const fetchOptimizationRows = socketRequest({
  name: 'fetch-results',
  channels: ['optimisations'],
  payload: () => z.strictObject({ id: uuid, after: wholeNumber(0, MAX_INTEGER).default(0) }),
  answer: () => optimizationColumns,
  scope: 'read',
  timeout: { ms: 8_000 },
})

export const fetchOptimizationLog = socketRequest({
  name: 'fetch-log',
  channels: ['optimisations'],
  payload: ofLog,
  answer: () => getOptimizationLog.response,
  scope: 'read',
  timeout: LOG,
})

export const tailOptimizationLog = socketRequest({
  name: 'tail-log',
  channels: ['optimisations'],
  payload: ofRun,
  answer: () => getOptimizationLog.response,
  scope: 'read',
  timeout: LOG,
})

export const stopRunningOptimization = socketRequest({
  name: 'stop',
  channels: ['optimisations'],
  payload: ofRun,
  answer: () => optimization,
  scope: 'write',
  timeout: { ms: 8_000 },
})

export const fetchSessionCharts = socketRequest({
  name: 'fetch-charts',
  channels: ['tradingSessions'],
  payload: ofRun,
  answer: () => sessionCharts,
  scope: 'read',
  timeout: CHARTS,
})

export const fetchSessionLogDays = socketRequest({
  name: 'fetch-log-list',
  channels: ['tradingSessions'],
  payload: ofRun,
  answer: () => sessionLogDays,
  scope: 'read',
  timeout: LOG,
})

export const fetchSessionLog = socketRequest({
  name: 'fetch-log',
  channels: ['tradingSessions'],
  payload: ofLog,
  answer: () => sessionLog,
  scope: 'read',
  timeout: LOG,
})

/** The last lines, whatever day they are of. */
export const tailSessionLog = socketRequest({
  name: 'tail-log',
  channels: ['tradingSessions'],
  payload: ofRun,
  answer: () => z.array(sessionLogLine),
  scope: 'read',
  timeout: LOG,
})
