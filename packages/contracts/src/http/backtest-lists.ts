import { z } from 'zod'
import { READ, WRITE } from './api-terms.ts'
import { backtest } from './backtests.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { runStatus } from './run-common.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'
import { queryNumber } from './whole-number.ts'

/** Which backtests a list contains. Filters of the owner alone are missing in the lists of others. */
const sharedFilters = z.object({
  symbol: line.max(32).optional(),
  /** One or more, separated by commas. */
  status: line
    .max(80)
    .transform((names) => names.split(','))
    .pipe(z.array(runStatus))
    .optional(),
  /** A part of the algorithm's name or, for the owner, of the note. */
  q: line.max(64).optional(),
})
const algorithmFilters = sharedFilters.extend({ starred: z.literal('true').optional() })
const filters = algorithmFilters.extend({ algorithm: uuid.optional() })
export type BacktestFilters = z.output<typeof filters>

const limitOf = (usual: number) => queryNumber(1, 100).default(usual)
const before = isoTime.optional()

export const listBacktests = endpoint({
  method: 'GET',
  path: '/api/backtests',
  auth: 'user',
  summary: 'All backtests of the user, newest first',
  api: READ,
  params: nothing,
  query: filters.extend({ limit: limitOf(100), before }),
  body: nothing,
  response: z.array(backtest),
})

export const listAlgorithmBacktests = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/backtests',
  auth: 'user',
  summary: 'Backtests of an own algorithm, newest first',
  api: READ,
  params: byId,
  query: algorithmFilters.extend({ limit: limitOf(20), before }),
  body: nothing,
  response: z.array(backtest),
  publicQuery: sharedFilters.extend({ limit: limitOf(20), before }),
})

export const byOptimization = z.strictObject({ id: uuid, optimisationId: uuid })

/** Only those of its rows that were run in full. */
export const listOptimizationBacktests = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/optimisations/:optimisationId/backtests',
  auth: 'user',
  summary: 'Full backtests of the rows of an optimization, newest first',
  api: READ,
  params: byOptimization,
  query: algorithmFilters.extend({ limit: limitOf(20), before }),
  body: nothing,
  response: z.array(backtest),
  publicQuery: sharedFilters.extend({ limit: limitOf(20), before }),
})

/** Over everything that matches the filters, not only over one page. Profit and drawdown are of completed backtests. */
export const backtestTotals = z.object({
  count: z.number().int(),
  completed: z.number().int(),
  months: z.number(),
  /** Percent per month; null without a completed backtest. */
  averageMonthlyProfit: z.number().nullable(),
  /** Percent; null without a completed backtest. */
  averageDrawdown: z.number().nullable(),
  /** What the filters can choose from: of all backtests of the list, whatever is filtered now. */
  symbols: z.array(z.string()),
  algorithms: z.array(z.object({ id: uuid, name: z.string() })),
})
export type BacktestTotals = z.infer<typeof backtestTotals>

export const getBacktestTotals = endpoint({
  method: 'GET',
  path: '/api/backtests/totals',
  auth: 'user',
  summary: 'Totals of all backtests of the user',
  api: READ,
  params: nothing,
  query: filters,
  body: nothing,
  response: backtestTotals,
})

export const getAlgorithmBacktestTotals = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/backtests/totals',
  auth: 'user',
  summary: 'Totals of the backtests of an own algorithm',
  api: READ,
  params: byId,
  query: algorithmFilters,
  publicQuery: sharedFilters,
  body: nothing,
  response: backtestTotals,
})

const ids = z.array(uuid).min(1).max(200)

/** Cancels those that are queued and deletes those that have ended. */
export const deleteBacktests = endpoint({
  method: 'DELETE',
  path: '/api/backtests',
  auth: 'user',
  summary: 'Cancel queued and delete ended backtests; others are kept, with the reason',
  api: WRITE,
  params: nothing,
  query: nothing,
  body: z.strictObject({ ids }),
  response: z.object({ deleted: z.array(uuid), kept: z.array(z.object({ id: uuid, reason: z.string() })) }),
})

export const deleteAlgorithmBacktests = endpoint({
  method: 'DELETE',
  path: '/api/algorithms/:id/backtests',
  auth: 'user',
  summary: deleteBacktests.summary,
  api: WRITE,
  params: byId,
  query: nothing,
  body: deleteBacktests.body,
  response: deleteBacktests.response,
})

export const deleteOptimizationBacktests = endpoint({
  method: 'DELETE',
  path: '/api/algorithms/:id/optimisations/:optimisationId/backtests',
  auth: 'user',
  summary: deleteBacktests.summary,
  api: WRITE,
  params: byOptimization,
  query: nothing,
  body: deleteBacktests.body,
  response: deleteBacktests.response,
})

export const starBacktests = endpoint({
  method: 'PATCH',
  path: '/api/algorithms/:id/backtests',
  auth: 'user',
  summary: 'Star several backtests of an own algorithm, or remove their stars',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.strictObject({ ids, starred: z.boolean() }),
  response: z.object({ updated: z.array(uuid) }),
})

export const starOptimizationBacktests = endpoint({
  method: 'PATCH',
  path: '/api/algorithms/:id/optimisations/:optimisationId/backtests',
  auth: 'user',
  summary: starBacktests.summary,
  api: WRITE,
  params: byOptimization,
  query: nothing,
  body: starBacktests.body,
  response: starBacktests.response,
})
