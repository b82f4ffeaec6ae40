import { INTERVAL_KEYS } from '@tradeloom/domain'
import { z } from 'zod'
import { backtestCharts, logLine, metricValue, position } from './backtest-result.ts'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { runDataQuality } from './data-quality.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { runModels } from './run-models.ts'
import { runTables, tablesSummary } from './run-tables.ts'
import { line, text } from './text.ts'
import { isoTime } from './time.ts'

export const backtestStatus = z.enum(['Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped'])
export type BacktestStatus = z.infer<typeof backtestStatus>

export const intervalKey = z.enum(INTERVAL_KEYS)

/** Characters of a note. */
export const MAX_NOTE = 2000

export const backtest = z.object({
  id: uuid,
  /** When it was requested. */
  time: z.string(),
  algorithmId: uuid,
  algorithmName: z.string(),
  algorithmVersionId: uuid,
  displayVersionNo: z.string(),
  userId: uuid,
  ownerId: uuid,
  username: z.string(),
  readOnly: z.boolean(),
  instrumentId: z.string(),
  symbol: z.string(),
  broker: z.string(),
  /** Ids of the other instruments that the script trades. */
  markets: z.array(z.string()),
  simulated: z.boolean(),
  initialBalance: z.number(),
  start: z.string(),
  end: z.string(),
  interval: intervalKey,
  resolution: z.union([z.literal(0), z.literal(1)]),
  /** Of bars longer than a minute, where they are the finest data: they are the resolution then. */
  barInterval: z.string().nullable().optional(),
  externals: z.record(z.string(), z.number()),
  models: runModels,
  /** A summary of the long tables of its models, which have a call of their own; null when it has none. */
  tables: tablesSummary.nullable(),
  accountCurrency: z.string(),
  lambda: z.boolean(),
  optimisationId: uuid.nullable(),
  status: backtestStatus,
  /** -1 while queued, 0 to 100 afterwards. */
  progress: z.number(),
  /** Current activity, or why the run ended as it did. */
  detail: z.string().nullable(),
  /** Where a script error happened. */
  errorLine: z.number().int().nullable(),
  errorColumn: z.number().int().nullable(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  equity: z.number().nullable(),
  profit: z.number().nullable(),
  profitPercentage: z.number().nullable(),
  maxDrawdown: z.number().nullable(),
  maxDrawdownPercentage: z.number().nullable(),
  positionCount: z.number().int().nullable(),
  /** Profit % divided by max drawdown %, only if positive. */
  profitFactor: z.number().nullable(),
  /** Equity at evenly spaced times; null before the end, and of runs of before it was kept. */
  sparkline: z.array(z.number()).nullable(),
  resultHash: z.string().nullable(),
  engineVersion: z.string().nullable(),
  cpuMs: z.number().nullable(),
  ticks: z.number().nullable(),
  /** Compute units charged for it, and whether they were given back. */
  units: z.number().int(),
  unitsRefunded: z.boolean(),
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

const runSettings = z.strictObject({
  algorithmVersionId: uuid,
  instrumentId,
  initialBalance: z.number().positive('Initial balance must be more than 0').max(1e12).default(10_000),
  start: isoTime,
  /** Null: now, which is the last data. */
  end: isoTime.nullable(),
  interval: intervalKey.default('M15'),
  resolution: z.union([z.literal(0), z.literal(1)]).default(1),
  externals: z.record(line.max(64), z.number()).default({}),
  accountCurrency: z.literal('USD').default('USD'),
  ownerId: uuid.optional(),
  lambda: z.boolean().default(false),
  models: runModels.optional(),
  tables: runTables.optional(),
  rerunOf: uuid.optional(),
})

type RunSettings = z.ZodType<Pick<z.output<typeof runSettings>, 'models' | 'tables' | 'start' | 'end'>>

/** What the fields of a run must have in common. */
export function consistent<Settings extends RunSettings>(settings: Settings) {
  return settings
    .refine(({ models, tables }) => (models?.spread.model === 'hourly') === (tables?.spreadByHour != null), {
      message: 'A spread by hour of the week needs its 168 values, and they need it',
      path: ['tables', 'spreadByHour'],
    })
    .refine(({ models, tables }) => tables?.fundingRates == null || models?.funding != null, {
      message: 'Funding rates need a funding model that says what holds between them',
      path: ['tables', 'fundingRates'],
    })
    .refine(({ models, tables }) => tables?.swapRates == null || models?.swap != null, {
      message: 'Swap rates need a swap model that says their unit and what holds before them',
      path: ['tables', 'swapRates'],
    })
    .refine(({ start, end }) => end === null || start < end, { message: 'End cannot be before start!', path: ['end'] })
}

export const runBacktest = endpoint({
  method: 'POST',
  path: '/api/backtest',
  auth: 'user',
  summary: 'Queue a backtest of one version',
  params: nothing,
  query: nothing,
  body: consistent(runSettings.extend({ algorithmId: uuid })),
  response: backtest,
})

export const runAlgorithmBacktest = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/backtests',
  auth: 'user',
  summary: 'Queue a backtest of one version of this algorithm',
  params: byId,
  query: nothing,
  body: consistent(runSettings),
  response: backtest,
})

export const getBacktest = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id',
  auth: 'user',
  summary: 'One backtest with its statistics',
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
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ lines: z.array(logLine), dropped: z.number().int() }),
})
