import { z } from 'zod'
import { READ_MUCH, START_RUN, WRITE } from './api-terms.ts'
import { backtestCharts, logLine, metricValue, position } from './backtest-result.ts'
import { byId, nothing, uuid } from './common.ts'
import { runDataQuality } from './data-quality.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { consistent, run, runRequest } from './run-common.ts'
import { runTables } from './run-tables.ts'
import { line, text } from './text.ts'

/** Characters of a note. */
export const MAX_NOTE = 2000

export const backtest = run.extend({
  ownerId: uuid,
  /** Ids of the other instruments that the script trades. */
  markets: z.array(z.string()),
  /** Of bars longer than a minute, where they are the finest data: they are the resolution then. */
  barInterval: z.string().nullable().optional(),
  externals: z.record(z.string(), z.number()),
  optimisationId: uuid.nullable(),
  /** Current activity, or why the run ended as it did. */
  detail: z.string().nullable(),
  /** Where a script error happened. */
  errorLine: z.number().int().nullable(),
  errorColumn: z.number().int().nullable(),
  /** In account currency. */
  equity: z.number().nullable(),
  /** After costs, in account currency. */
  profit: z.number().nullable(),
  /** Percent of the initial balance. */
  profitPercentage: z.number().nullable(),
  /** In account currency. */
  maxDrawdown: z.number().nullable(),
  /** Percent of the peak before it. */
  maxDrawdownPercentage: z.number().nullable(),
  positionCount: z.number().int().nullable(),
  /** Profit % divided by max drawdown %, only if positive. */
  profitFactor: z.number().nullable(),
  /** Equity at evenly spaced times; null before the end, and of runs of before it was kept. */
  sparkline: z.array(z.number()).nullable(),
  resultHash: z.string().nullable(),
  /** Processor time, milliseconds. */
  cpuMs: z.number().nullable(),
  ticks: z.number().nullable(),
  /** Null unless the viewer is the owner; the star of others is never set. */
  note: z.string().nullable(),
  starred: z.boolean(),
  /** The backtest whose inputs were changed to run this one; null for others than the owner. */
  rerunOf: uuid.nullable(),
})
export type Backtest = z.infer<typeof backtest>

export const backtestDetail = backtest.extend({
  /**
   * Null until there is a result. Keys as in the engine's RunStatistics, and `minutesResolvedByTicks` and `closedRows` of its
   * RunResult; results of older engines lack some.
   */
  statistics: z.record(z.string(), z.number().nullable()).nullable(),
  metrics: z.array(metricValue),
  warnings: z.array(z.string()),
  endPrices: z.object({ time: z.number(), bid: z.number(), ask: z.number() }).nullable(),
  /** What the run depended on: hashes of script, data and engine, models, seed. */
  manifest: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Whether the viewer's prices are those that it ran on: `same`, `changed` by an import or a removal since, `private`
   * of the user who ran it, or `gone`. Null for results that do not tell their prices.
   */
  prices: z.enum(['same', 'changed', 'private', 'gone']).nullable(),
  /** How good its prices were; null for results of before they were graded, and without a result. */
  dataQuality: runDataQuality.nullable(),
})
export type BacktestDetail = z.infer<typeof backtestDetail>

const backtestRequest = runRequest.extend({
  externals: z.record(line.max(64), z.number()).default({}),
  ownerId: uuid.optional(),
  rerunOf: uuid.optional(),
})

export const runBacktest = endpoint({
  method: 'POST',
  path: '/api/backtest',
  auth: 'user',
  summary: 'Queue a backtest of one version',
  api: START_RUN,
  params: nothing,
  query: nothing,
  body: consistent(backtestRequest.extend({ algorithmId: uuid })),
  response: backtest,
})

export const runAlgorithmBacktest = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/backtests',
  auth: 'user',
  summary: 'Queue a backtest of one version of this algorithm',
  api: START_RUN,
  params: byId,
  query: nothing,
  body: consistent(backtestRequest),
  response: backtest,
})

export const getBacktest = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id',
  auth: 'user',
  summary: 'One backtest with its statistics',
  api: READ_MUCH,
  params: byId,
  /** `known`: omits the metrics unless they have been computed before, because computing them takes a moment. */
  query: z.object({ metrics: z.enum(['all', 'known']).default('all') }),
  body: nothing,
  response: backtestDetail,
})

export const getBacktestMetrics = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/metrics',
  auth: 'user',
  summary: 'Every metric with its 95 % interval; computed on the first request for them',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(metricValue),
})

export const getBacktestTables = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/tables',
  auth: 'user',
  summary: 'The long tables of its models: spread by hour, swap rates, funding rates',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: runTables,
})

/** Cancels a queued backtest (it is gone then) or deletes an ended one; one in progress has to be stopped first. */
export const deleteBacktest = endpoint({
  method: 'DELETE',
  path: '/api/backtest/:id',
  auth: 'user',
  summary: 'Cancel a queued backtest or delete an ended one',
  api: WRITE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const updateBacktest = endpoint({
  method: 'PATCH',
  path: '/api/backtest/:id',
  auth: 'user',
  summary: 'Stop a backtest that is in progress, or change its note and its star',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.union([
    z.strictObject({ status: z.literal('Stopped') }),
    z
      .strictObject({ note: text.max(MAX_NOTE).optional(), starred: z.boolean().optional() })
      .refine((changes) => Object.keys(changes).length > 0, 'Nothing to change'),
  ]),
  response: backtest,
})

export const getBacktestPositions = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/positions',
  auth: 'user',
  summary: 'Positions, as JSON or (format=CSV, owner only) as a file',
  api: READ_MUCH,
  params: byId,
  query: z.object({ format: z.enum(['JSON', 'CSV']).default('JSON') }),
  body: nothing,
  response: z.union([z.array(position), z.string()]),
  publicQuery: z.strictObject({ format: z.literal('JSON').default('JSON') }),
})

export const getBacktestCharts = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/charts',
  auth: 'user',
  summary: 'Equity curve and the parts of the result',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: backtestCharts,
})

export const getBacktestLog = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/log',
  auth: 'user',
  summary: 'Log of the script',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ lines: z.array(logLine), dropped: z.number().int() }),
})
