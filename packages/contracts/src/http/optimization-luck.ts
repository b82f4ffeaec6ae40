import { z } from 'zod'
import { READ, READ_MUCH } from './api-terms.ts'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { withPublicTwin } from './public-twin.ts'
import { isoTime } from './time.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

const maybe = z.number().nullable()

/**
 * How much of the best result luck explains. Null where the data does not suffice. Sharpe ratios are per day and above the
 * risk-free rate, as among the metrics of a backtest.
 */
export const optimizationLuck = z.object({
  /** 'pending' while it is being computed for the rows of `revision`; then the numbers are of an earlier one. */
  state: z.enum(['ready', 'pending', 'no-results']),
  revision: z.number().int(),
  /** Trials of this optimization that traded differently, and days of returns. */
  distinctTrials: z.number().int(),
  days: z.number().int(),
  /** Distinct trials of the whole lineage: every backtest and optimization of versions and clones. */
  lineageTrials: z.number().int(),
  best: z
    .object({
      index: z.number().int(),
      sharpe: maybe,
      /** Probability that the true ratio is above 1 a year. */
      probabilisticSharpe: maybe,
      /** Probability that it is above `luckiestSharpe`. */
      deflatedSharpe: maybe,
      /** Days that a track record needs for 95 % above 1 a year. */
      minimumTrackRecord: maybe,
    })
    .nullable(),
  /** Best Sharpe ratio that luck explains among the trials of the lineage. */
  luckiestSharpe: maybe,
  /** Row with the best surroundings, and the row in the middle of all. */
  plateauIndex: z.number().int().nullable(),
  medianIndex: z.number().int().nullable(),
  edgeExternals: z.array(z.string()),
  overfitting: z
    .object({
      probability: z.number(),
      blocks: z.number().int(),
      /** The oldest days, which do not fill a block of equal length and are left out. */
      leftOut: z.number().int(),
      /** Counts of λ in equal bins. */ histogram: z.array(z.number().int()),
      from: z.number(),
      to: z.number(),
    })
    .nullable(),
  /** Whether the search was adaptive, which pulls the probability of overfitting to one half. */
  isAdaptive: z.boolean(),
  superiorAbility: z
    .object({
      lower: z.number(),
      consistent: z.number(),
      upper: z.number(),
      /** The form that keeps its level; null if every trial traded on too few days. */
      studentized: z
        .object({
          p: z.number(),
          /** The best ratio of mean and deviation of all trials, and counts of that of each draw without an edge. */
          statistic: z.number(),
          drawn: z.object({ from: z.number(), to: z.number(), counts: z.array(z.number().int()) }),
        })
        .nullable(),
    })
    .nullable(),
  realityCheck: maybe,
  /** Counts of the Sharpe ratios of all distinct trials in equal bins; the first one includes those far below. */
  sharpes: z.object({ from: z.number(), to: z.number(), counts: z.array(z.number().int()) }).nullable(),
  /** Plateau scores of the rows that were stored up to `revision`, by index; null where there are too few neighbors. */
  sensitivity: z.array(
    z.object({
      external: z.string(),
      /** Values and the objective when this external alone is moved away from the best row; null: not run. */
      points: z.array(z.object({ value: z.number(), objective: maybe, isBest: z.boolean() })),
      /** Largest change of the objective by one step, as a part of the best one. */
      change: maybe,
    }),
  ),
})
export type OptimizationLuck = z.infer<typeof optimizationLuck>

export const getOptimizationLuck = withPublicTwin({
  method: 'GET',
  path: '/api/optimisation/:id/luck',
  auth: 'user',
  summary: 'How much of the best result of an optimization is luck',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: optimizationLuck,
})
/** Percentiles of equity over the days of the chosen result. */
const bands = z.object({
  /** UTC milliseconds. */
  times: z.array(z.number()),
  actual: z.array(z.number()),
  p5: z.array(z.number()),
  p25: z.array(z.number()),
  p50: z.array(z.number()),
  p75: z.array(z.number()),
  p95: z.array(z.number()),
})

/** Max drawdown (percent) over orders of the same positions; 100 where an order loses everything. */
const orderDrawdowns = z.object({
  actual: z.number(),
  p50: z.number(),
  p95: z.number(),
  worst: z.number(),
  /** How many of the draws lose everything. */
  ruined: z.number().int(),
})

export const optimizationMonteCarlo = z.object({
  /** 'pending' while the two runs that it needs are under way; everything else is null until then. */
  state: z.enum(['ready', 'pending']),
  index: z.number().int(),
  draws: z.number().int(),
  /** Blocks of 20 days, drawn again. */
  blocks: bands.nullable(),
  /** When the same positions come in another order. */
  orderDrawdowns: z
    .object({
      /** What fits the stakes of the run: whichever of the two varied less. */
      permuted: z.enum(['money', 'share']),
      /** With profits in money, as of constant stakes. */
      money: orderDrawdowns,
      /** With profits as shares of the balance, as of stakes that grow with it; null if everything was lost. */
      share: orderDrawdowns.nullable(),
    })
    .nullable(),
  /** A real run with spread, commission and slippage worse by half; null while it has not been run. */
  worseCosts: z
    .object({ profit: z.number(), maxDrawdownPercentage: z.number(), equity: z.array(z.number()) })
    .nullable(),
})
export type OptimizationMonteCarlo = z.infer<typeof optimizationMonteCarlo>

export const getOptimizationMonteCarlo = endpoint({
  method: 'GET',
  path: '/api/optimisation/:id/monte-carlo',
  auth: 'user',
  summary: 'What could have happened to one row in another order of days or positions',
  api: READ_MUCH,
  params: byId,
  query: z.object({ index: queryNumber(0, MAX_INTEGER) }),
  body: nothing,
  response: optimizationMonteCarlo,
})

/** One training window and its test. Numbers are null until they are known. */
const walkForwardWindow = z.object({
  number: z.number().int(),
  /** Its cell of the matrix of window lengths. */
  trainDays: z.number().int(),
  testDays: z.number().int(),
  trainStart: z.number(),
  trainEnd: z.number(),
  testStart: z.number(),
  testEnd: z.number(),
  state: z.enum(['waiting', 'training', 'testing', 'done', 'no-choice', 'errored']),
  /** The optimization of the training window, whose page shows its rows. */
  optimisationId: uuid.nullable(),
  externals: z.record(z.string(), z.number()).nullable(),
  trainProfit: maybe,
  testProfit: maybe,
  testProfitPercentage: maybe,
  testMaxDrawdownPercentage: maybe,
  testPositionCount: maybe,
  error: z.string().nullable(),
})
export type WalkForwardWindowView = z.infer<typeof walkForwardWindow>

/** What all tests of one pair of window lengths say together. */
const walkForwardTotals = z.object({
  profit: maybe,
  profitPercentage: maybe,
  /** Yearly return of the tests divided by that of the trainings. */
  efficiency: maybe,
})
const walkForwardCell = walkForwardTotals.extend({
  trainDays: z.number().int(),
  testDays: z.number().int(),
  /** Windows in all, those whose test has ended, and those of them with a gain. */
  windows: z.number().int(),
  tested: z.number().int(),
  gained: z.number().int(),
})
export type WalkForwardCellView = z.infer<typeof walkForwardCell>

export const optimizationWalkForward = walkForwardTotals.extend({
  /** Of all cells, cell by cell; all other figures are those of the first one. */
  windows: z.array(walkForwardWindow),
  /** The matrix of window lengths; one cell without a matrix. */
  cells: z.array(walkForwardCell),
  /** Equity of all tests, one after the other. */
  equity: z.object({ times: z.array(z.number()), values: z.array(z.number()) }),
  /** Mean move from window to window, as a part of the range. */
  drift: z.array(z.object({ external: z.string(), drift: z.number() })),
})
export type OptimizationWalkForward = z.infer<typeof optimizationWalkForward>

export const getOptimizationWalkForward = withPublicTwin({
  method: 'GET',
  path: '/api/optimisation/:id/walk-forward',
  auth: 'user',
  summary: 'The windows of a walk-forward optimization',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: optimizationWalkForward,
})
/** The last part of the data that no backtest or optimization of a lineage may use, until it is opened once. */
export const seal = z.object({
  sealedFrom: z.string().nullable(),
  opened: z.string().nullable(),
  openedBy: z.string().nullable(),
  /** Versions and clones that it covers. */
  algorithms: z.number().int(),
  lineageTrials: z.number().int(),
})
export type Seal = z.infer<typeof seal>

export const getSeal = endpoint({
  method: 'GET',
  path: '/api/algorithms/:id/seal',
  auth: 'user',
  summary: 'The sealed part of the data of an algorithm',
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: seal,
})
export const setSeal = endpoint({
  method: 'PUT',
  path: '/api/algorithms/:id/seal',
  auth: 'user',
  recentLogin: 'always',
  summary: 'Seal the data from a time on; only before any result of the lineage has used it; needs a recent login',
  params: byId,
  query: nothing,
  body: z.strictObject({ sealedFrom: isoTime }),
  response: seal,
})
export const openSeal = endpoint({
  method: 'POST',
  path: '/api/algorithms/:id/seal/opening',
  auth: 'user',
  weakens: 'The sealed data of an algorithm was opened',
  recentLogin: 'always',
  summary: 'Open the sealed data; once per lineage, and on record; needs a recent login',
  params: byId,
  query: nothing,
  body: nothing,
  response: seal,
})
