import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { byId, instrumentId, nothing } from './common.ts'
import { withPublicTwin } from './public-twin.ts'

const numbers = z.array(z.number())
const maybeNumbers = z.array(z.number().nullable())

/** Realized profit and pips of equal periods, by closing time; `time` is the start of the period, UTC milliseconds. */
const realized = z.object({ time: numbers, profit: numbers, pips: numbers })

const analyzedGroup = z.object({
  key: z.string(),
  n: z.number().int(),
  profit: z.number(),
  pips: z.number(),
  winRate: z.number(),
  averageProfit: z.number(),
})
export type AnalyzedGroup = z.infer<typeof analyzedGroup>

/** The series behind the analysis charts. Returns are fractions. */
export const backtestAnalysis = z.object({
  /** After each closed position. */
  balance: z.object({ time: numbers, balance: numbers, cumulativeProfit: numbers, cumulativePips: numbers }),
  daily: realized,
  /** Monday to Sunday, UTC. */
  weekly: realized,
  monthly: realized,
  /** Null without an equity curve. */
  equity: z.object({ time: numbers, equity: numbers }).nullable(),
  dailyReturn: z.object({ time: numbers, return: numbers }).nullable(),
  monthlyReturn: z.object({ time: numbers, return: numbers, whole: z.array(z.boolean()) }).nullable(),
  byHour: z.array(analyzedGroup),
  byWeekday: z.array(analyzedGroup),
  byDuration: z.array(analyzedGroup),
  byInstrument: z.array(analyzedGroup),
  byDirection: z.array(analyzedGroup),
  /** Null without tags. The key of positions without one is empty. */
  byTag: z.array(analyzedGroup).nullable(),
})
export type BacktestAnalysis = z.infer<typeof backtestAnalysis>

export const getBacktestAnalysis = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/analysis',
  auth: 'user',
  summary: 'Profit, pips and returns by day, week, month, hour, weekday, duration, instrument and direction',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: backtestAnalysis.nullable(),
})

/** Statistics of the trading days that end at each time; null until the window is full. Fractions, annualized ratios. */
export const backtestRolling = z.object({
  time: numbers,
  return: maybeNumbers,
  volatility: maybeNumbers,
  sharpe: maybeNumbers,
  sortino: maybeNumbers,
  maxDrawdown: maybeNumbers,
})
export type BacktestRolling = z.infer<typeof backtestRolling>

export const getBacktestRolling = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/rolling',
  auth: 'user',
  summary: 'Return, volatility, Sharpe, Sortino and drawdown over a window of trading days that moves along the run',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({ days: z.enum(['30', '90', '180']).default('30') }),
  body: nothing,
  response: backtestRolling.nullable(),
})

/** The initial balance, had it been invested at the first price of the run and held. */
export const backtestBenchmark = z.object({
  instrumentId: z.string(),
  symbol: z.string(),
  time: numbers,
  value: numbers,
  /** A fraction. */
  return: z.number(),
  maxDrawdown: z.number(),
  /** Days of the run without a price of the benchmark, which keep the value of the day before. */
  missingDays: z.number().int(),
})
export type BacktestBenchmark = z.infer<typeof backtestBenchmark>

export const getBacktestBenchmark = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/benchmark',
  auth: 'user',
  summary: 'Buying and holding an instrument over the period of a run; without one, the instrument of the run',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({ instrumentId: instrumentId.optional() }),
  body: nothing,
  response: backtestBenchmark.nullable(),
})
