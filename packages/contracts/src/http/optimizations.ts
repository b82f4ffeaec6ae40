import { MAX_PERMUTATIONS } from '@tradeloom/domain'
import { z } from 'zod'
import { READ, READ_MUCH, START_RUN, WRITE } from './api-terms.ts'
import { backtest } from './backtests.ts'
import { logLine } from './backtest-result.ts'
import { byOptimization } from './backtest-lists.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { optimizationColumns } from './optimization-columns.ts'
import { consistent, run, runRequest } from './run-common.ts'
import { runTables } from './run-tables.ts'
import { line, text } from './text.ts'
import { isoTime } from './time.ts'
import { MAX_INTEGER, numberText, queryNumber, wholeNumber } from './whole-number.ts'

export const optimizationStrategy = z.enum(['exhaustive', 'genetic', 'random', 'tpe', 'nsga2'])
export type OptimizationStrategy = z.infer<typeof optimizationStrategy>

/** Values that one external may have at most. */
export const MAX_EXTERNAL_COUNT = 1000

const externalName = line.min(1).max(64)
/** `count` values from start to end, both included. A count of 1 keeps the external at `start`. */
const evenlySpaced = z.strictObject({
  name: externalName,
  start: z.number(),
  end: z.number(),
  count: z.number().int().min(1).max(MAX_EXTERNAL_COUNT),
})
/** A step of 0 means decimals with `decimalPlaces`, 1 means integers, any other number rounds to its multiples. */
const stepped = z.strictObject({
  name: externalName,
  start: z.number(),
  end: z.number(),
  step: z.number().min(0),
  decimalPlaces: z.number().int().min(0).max(8),
})
export const externalsSetting = z.union([evenlySpaced, stepped])
export type ExternalsSetting = z.infer<typeof externalsSetting>

const metricKey = line.min(1).max(64)
export const objective = z.strictObject({ metric: metricKey, better: z.enum(['higher', 'lower']) })
/** Values are in the unit of the metric: `maxDrawdown` is in percent, as in the list of metrics. */
export const constraint = z.strictObject({
  metric: metricKey,
  bound: z.enum(['at-least', 'at-most']),
  value: z.number(),
})

/** The Complete-if (`noImprovementCount`) and Complete-once (`maxBacktestsCount`) pair is part of them. */
export const geneticSettings = z.strictObject({
  generations: wholeNumber(1, 10_000).default(25),
  populationSize: wholeNumber(2, 10_000).default(20),
  survivorCount: wholeNumber(1, 9_999).default(10),
  mutationRate: z
    .number()
    .min(0, 'Please enter a number from 0 to 1')
    .max(1, 'Please enter a number from 0 to 1')
    .default(0.1),
  noImprovementCount: wholeNumber(1, 10_000).default(3),
  maxBacktestsCount: wholeNumber(1, MAX_PERMUTATIONS).default(1000),
})
export type GeneticSettings = z.infer<typeof geneticSettings>

/** Further lengths of windows, of trainings and of tests each. */
export const MAX_MATRIX_LENGTHS = 6

const windowDays = wholeNumber(1, 10_000)
const windowLengths = z.array(windowDays).max(MAX_MATRIX_LENGTHS)

export const walkForwardSettings = z.strictObject({
  trainDays: windowDays,
  testDays: windowDays,
  embargoDays: wholeNumber(0, 365).default(1),
  anchored: z.boolean().default(false),
  /** What a training window hands to its test: the best result, or the one with the best surroundings. */
  choose: z.enum(['best', 'plateau']).default('best'),
  /** Repeats the walk-forward for each combination of these lengths and the two above. */
  matrix: z.strictObject({ trainDays: windowLengths, testDays: windowLengths }).optional(),
})
export type WalkForwardSettings = z.infer<typeof walkForwardSettings>

/** Backtests of random, tpe and nsga2. */
export const searchBudget = wholeNumber(1, MAX_PERMUTATIONS)
export const searchSeed = wholeNumber(0, 4_294_967_295)

/** One row of a list; `genetic` is null for other strategies. */
export const optimization = run.extend({
  externalsSettings: z.array(externalsSetting),
  strategy: optimizationStrategy,
  genetic: geneticSettings.nullable(),
  /** Backtests of random, tpe and nsga2. */
  budget: z.number().int().nullable(),
  objectives: z.array(objective),
  constraints: z.array(constraint),
  seed: z.number().int(),
  walkForward: walkForwardSettings.nullable(),
  /** Combinations of all externals. */
  permutationCount: z.number(),
  /** Yearly factor: a yearly ratio is the daily one times its root. Null before the first backtest has ended. */
  daysPerYear: z.number().int().nullable(),
  /** Backtests that it runs at most, and that it has run. */
  total: z.number().int(),
  done: z.number().int(),
  statusDetail: z.string(),
  /** Milliseconds that are left, estimated from the cost of the backtests so far; null before there are any. */
  remainingMs: z.number().nullable(),
  /** Index of the best row that keeps all constraints and has a value of the objective; null while there is none. */
  bestIndex: z.number().int().nullable(),
  bestProfit: z.number().nullable(),
  /** By its owner: it is never deleted for its age. */
  starred: z.boolean(),
})
export type Optimization = z.infer<typeof optimization>

const createOptimizationBody = runRequest.extend({
  algorithmId: uuid,
  externalsSettings: z.array(externalsSetting).max(64),
  strategy: optimizationStrategy.default('exhaustive'),
  ...geneticSettings.shape,
  budget: searchBudget.default(200),
  objectives: z
    .array(objective)
    .min(1)
    .max(3)
    .default([{ metric: 'profit', better: 'higher' }]),
  constraints: z.array(constraint).max(10).default([]),
  /** Omitted: chosen by the server. */
  seed: searchSeed.optional(),
  walkForward: walkForwardSettings.optional(),
})
export type NewOptimization = z.input<typeof createOptimizationBody>

export const createOptimization = endpoint({
  method: 'POST',
  path: '/api/optimisation',
  auth: 'user',
  summary: 'Queue an optimization of one version',
  api: START_RUN,
  params: nothing,
  query: nothing,
  body: consistent(createOptimizationBody),
  response: optimization,
})

const limitOf = (usual: number) => z.object({ limit: queryNumber(1, 100).default(usual), before: isoTime.optional() })

export const listOptimizations = endpoint({
  method: 'GET',
  path: '/api/optimisations',
  auth: 'user',
  summary: 'All optimizations of the user, newest first',
  api: READ,
  params: nothing,
  query: limitOf(100),
  body: nothing,
  response: z.array(optimization),
})

export const listAlgorithmOptimizations = withPublicTwin({
  method: 'GET',
  path: '/api/algorithms/:id/optimisations',
  auth: 'user',
  summary: 'Optimizations of an own algorithm, newest first',
  api: READ,
  params: byId,
  query: limitOf(20),
  body: nothing,
  response: listOptimizations.response,
})

export const getOptimization = withPublicTwin({
  method: 'GET',
  path: '/api/optimisation/:id',
  auth: 'user',
  summary: 'One optimization',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: optimization,
})
export const getOptimizationTables = endpoint({
  method: 'GET',
  path: '/api/optimisation/:id/tables',
  auth: 'user',
  summary: 'The long tables of its models: spread by hour, swap rates, funding rates',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: runTables,
})

/** Cancels a queued optimization (it is gone then) or deletes an ended one; one in progress has to be stopped first. */
export const deleteOptimization = endpoint({
  method: 'DELETE',
  path: '/api/optimisation/:id',
  auth: 'user',
  summary: 'Cancel a queued optimization or delete an ended one',
  api: WRITE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const stopOptimization = endpoint({
  method: 'PATCH',
  path: '/api/optimisation/:id',
  auth: 'user',
  summary: 'Stop an optimization that is in progress; what it found is kept',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.strictObject({ status: z.literal('Stopped'), statusDetail: text.max(0).optional() }),
  response: optimization,
})
export const putStopOptimization = endpoint({
  method: 'PUT',
  path: '/api/optimisation/:id',
  auth: 'user',
  summary: stopOptimization.summary,
  api: WRITE,
  params: byId,
  query: nothing,
  body: stopOptimization.body,
  response: optimization,
})

export const starOptimization = endpoint({
  method: 'PUT',
  path: '/api/optimisation/:id/star',
  auth: 'user',
  summary: 'Mark an optimization, so that it is never deleted for its age',
  params: byId,
  query: nothing,
  body: z.strictObject({ starred: z.boolean() }),
  response: optimization,
})

/** Rows in the order in which they were stored. Ask again with `after` of the answer while `more` is true. */
export const getOptimizationResults = endpoint({
  method: 'GET',
  path: '/public-api/optimisation/:id/results',
  auth: 'public',
  summary: 'Results of the backtests of an optimization, as columns',
  api: READ_MUCH,
  params: byId,
  query: z.object({
    after: queryNumber(0, MAX_INTEGER).default(0),
    limit: queryNumber(1, 50_000).default(20_000),
    userId: uuid.optional(),
  }),
  body: nothing,
  response: optimizationColumns,
})

/** Equity curves of up to 200 rows: evenly spaced points, as multiples of the initial balance. */
export const getOptimizationSparklines = endpoint({
  method: 'GET',
  path: '/public-api/optimisation/:id/sparklines',
  auth: 'public',
  summary: 'Small equity curves of rows of an optimization',
  api: READ_MUCH,
  params: byId,
  query: z.object({
    /** Indexes, separated by commas. */
    indexes: line
      .max(2000)
      .transform((list) => list.split(','))
      .pipe(z.array(numberText(0, MAX_INTEGER)).min(1).max(200)),
  }),
  body: nothing,
  response: z.array(z.object({ index: z.number().int(), values: z.array(z.number()) })),
})

export const getOptimizationLog = endpoint({
  method: 'GET',
  path: '/public-api/optimisation/:id/log',
  auth: 'public',
  summary: 'Log of an optimization',
  api: READ_MUCH,
  params: byId,
  query: z.object({ userId: uuid.optional() }),
  body: nothing,
  response: z.object({ lines: z.array(logLine), dropped: z.number().int() }),
})

/** Runs a row as a full backtest, or returns the one that was run before. Costs no compute units. */
export const runOptimizationBacktest = endpoint({
  method: 'POST',
  path: '/api/optimisation/:id/backtests',
  auth: 'user',
  summary: 'The full backtest of one row of an own optimization',
  api: START_RUN,
  params: byId,
  query: nothing,
  body: z.strictObject({ index: wholeNumber(0, MAX_INTEGER) }),
  response: backtest,
})

export const runBacktestOfOptimization = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/optimisations/:optimisationId/backtests',
  auth: 'user',
  summary: runOptimizationBacktest.summary,
  api: START_RUN,
  params: byOptimization,
  query: nothing,
  body: runOptimizationBacktest.body,
  response: backtest,
})
