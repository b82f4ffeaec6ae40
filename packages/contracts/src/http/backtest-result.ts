import { CLOSE_REASONS, DIRECTIONS, POSITION_STATUSES } from '@tradeloom/domain'
import { z } from 'zod'

export const metricValue = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.string(),
  /** Which direction is better, for colors and sorting. */
  better: z.enum(['higher', 'lower', 'none']),
  group: z.enum(['return', 'ratio', 'drawdown', 'risk', 'positions', 'excursion', 'costs', 'trust']),
  description: z.string(),
  formula: z.string(),
  /** Publication or convention behind the formula. */
  source: z.string(),
  value: z.number().nullable(),
  reason: z.string().nullable(),
  n: z.number(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
  shown: z.boolean(),
  /** `open`: the drawdown had not ended; `few-trades`: too few positions stand behind the run. */
  marks: z.array(z.enum(['open', 'few-trades'])),
  /** Trials of the lineage that the value depends on; null except for the deflated Sharpe ratio. */
  trials: z.number().int().nullable(),
})

/** Costs are positive when paid. Values that older engines did not record are null. */
export const position = z.object({
  id: z.number().int(),
  instrumentId: z.string(),
  direction: z.enum(DIRECTIONS),
  /** Units of the base currency. */
  quantity: z.number(),
  /** UTC milliseconds. */
  openTime: z.number(),
  openPrice: z.number(),
  /** UTC milliseconds. */
  closeTime: z.number().nullable(),
  closePrice: z.number().nullable(),
  stopLoss: z.number().nullable(),
  takeProfit: z.number().nullable(),
  /** A distance in price. */
  trailingStop: z.number().nullable(),
  /** After costs, in account currency. */
  profit: z.number(),
  pips: z.number(),
  spreadCost: z.number().nullable(),
  slippageCost: z.number().nullable(),
  commission: z.number(),
  swapCost: z.number().nullable(),
  fundingCost: z.number().nullable(),
  /** Profit at the worst and at the best price while it was open, in account currency and in pips. */
  mae: z.number().nullable(),
  mfe: z.number().nullable(),
  maePips: z.number().nullable(),
  mfePips: z.number().nullable(),
  /** Money between the opening price and the first stop; null without one. */
  risk: z.number().nullable(),
  /** In account currency. */
  equityAtEntry: z.number().nullable(),
  /** Value when it was opened, in account currency. */
  notional: z.number().nullable(),
  status: z.enum(POSITION_STATUSES),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  ambiguous: z.boolean(),
  /** Profit with the worse and with the better exit of an ambiguous one. */
  profitInterval: z.tuple([z.number(), z.number()]).nullable(),
  /** That of the order that opened it. */
  tag: z.string().nullable(),
})
export type Position = z.infer<typeof position>

const positionGroup = z.object({
  key: z.string(),
  n: z.number().int(),
  profit: z.number(),
  /** A fraction, as all rates and returns here. */
  winRate: z.number(),
  averageProfit: z.number(),
})
export type PositionGroup = z.infer<typeof positionGroup>

const drawdownOfRun = z.object({
  start: z.number(),
  trough: z.number(),
  /** Null: equity has not come back to the peak. */
  end: z.number().nullable(),
  depth: z.number(),
  depthMoney: z.number(),
  days: z.number(),
  recoveryDays: z.number().nullable(),
})
export type DrawdownOfRun = z.infer<typeof drawdownOfRun>

const monthOfRun = z.object({
  /** `2024-01`. */
  month: z.string(),
  return: z.number(),
  profit: z.number(),
  /** False where the run saw only a part of the month. */
  whole: z.boolean(),
})
export type MonthOfRun = z.infer<typeof monthOfRun>

const cost = z.number().nullable()

/** The result by its parts. Times are UTC milliseconds. */
const breakdowns = z.object({
  daily: z.array(z.object({ time: z.number(), return: z.number() })),
  monthly: z.array(monthOfRun),
  byHour: z.array(positionGroup),
  byWeekday: z.array(positionGroup),
  byDuration: z.array(positionGroup),
  byInstrument: z.array(positionGroup),
  byDirection: z.array(positionGroup),
  /** Only of runs with tags. The key of positions without one is empty. */
  byTag: z.array(positionGroup).optional(),
  /** The 20 deepest, deepest first. */
  drawdowns: z.array(drawdownOfRun),
  costs: z.object({
    spread: cost,
    slippage: cost,
    commission: cost,
    swap: cost,
    funding: cost,
    gross: z.number(),
    net: z.number(),
  }),
})
export type Breakdowns = z.infer<typeof breakdowns>

export const backtestCharts = z.object({
  equityCurve: z.object({
    time: z.array(z.number()),
    equity: z.array(z.number()),
    balance: z.array(z.number()),
    drawdown: z.array(z.number()),
  }),
  /** Null for results of older engines. */
  breakdowns: breakdowns.nullable(),
})
export type BacktestCharts = z.infer<typeof backtestCharts>

export const logLine = z.object({
  time: z.number(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
})
export type LogLine = z.infer<typeof logLine>
