import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { intervalKey } from './run-common.ts'
import { position } from './backtest-result.ts'
import { byId, instrumentId, nothing, tagFilter } from './common.ts'
import { withPublicTwin } from './public-twin.ts'
import { positionColumns } from './position-columns.ts'
import { isoTime } from './time.ts'
import { MAX_INTEGER, queryNumber } from './whole-number.ts'

/** Bars that one window may span. */
export const MAX_PLOT_BARS = 5_000

/** A plot on the bars of a chart. */
export const plotWindow = z.object({
  name: z.string(),
  pane: z.enum(['overlay', 'study']),
  color: z.string().nullable(),
  /** Each value holds until the next one. */
  steps: z.boolean(),
  /** Starts of the bars in which something was plotted, UTC milliseconds. */
  time: z.array(z.number()),
  /** The last value of each bar; null where the script plotted a gap. */
  last: z.array(z.number().nullable()),
  /** The lowest and highest value of each bar; null where no bar has more than one. */
  min: z.array(z.number().nullable()).nullable(),
  max: z.array(z.number().nullable()).nullable(),
})
export type PlotWindow = z.infer<typeof plotWindow>

export const plotWindows = z.object({
  plots: z.array(plotWindow),
  /** False for results of older engines that kept only a sample of the values. */
  isExact: z.boolean(),
})
export type PlotWindows = z.infer<typeof plotWindows>

export const getBacktestPlots = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/plots',
  auth: 'user',
  summary: 'What the script plotted, on the bars of an interval: the last, lowest and highest value of each',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({ interval: intervalKey.exclude(['Tick']), start: isoTime, end: isoTime }),
  body: nothing,
  response: plotWindows,
})

export const positionPage = z.object({
  /** Positions that match. */
  total: z.number().int(),
  /** Of all orders of the run. */
  tags: z.array(z.string()),
  columns: positionColumns,
})
export type PositionPage = z.infer<typeof positionPage>

/** What positions can be sorted by: fields, and what clients compute from several of them. */
export const positionSort = position
  .omit({ profitInterval: true })
  .keyof()
  .or(z.enum(['held', 'r', 'costs']))
export type PositionSort = z.infer<typeof positionSort>

export const getBacktestPositionPage = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/positions/page',
  auth: 'user',
  summary: 'Some of the positions, as columns: by number, or in another order; missing values come last',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({
    offset: queryNumber(0, MAX_INTEGER).default(0),
    limit: queryNumber(1, 5_000).default(1_000),
    sort: positionSort.default('id'),
    desc: z.enum(['true', 'false']).default('false'),
    /** Only the positions in this instrument. */
    instrumentId: instrumentId.optional(),
    tag: tagFilter.optional(),
  }),
  body: nothing,
  response: positionPage,
})

export const positionWindow = z.object({
  /** Positions that were open at some time of the window. */
  count: z.number().int(),
  /** Empty when there are more than the limit. */
  columns: positionColumns,
  /** When the first and the last position of the run opened on the instrument; null without any. */
  first: z.number().nullable(),
  last: z.number().nullable(),
})
export type PositionWindow = z.infer<typeof positionWindow>

export const getBacktestPositionWindow = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/positions/window',
  auth: 'user',
  summary: 'Positions on an instrument that were open in a period, if they are few; else their number',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({
    instrumentId,
    start: isoTime,
    end: isoTime,
    limit: queryNumber(1, 100).default(100),
  }),
  body: nothing,
  response: positionWindow,
})

export const getBacktestPositionNeighbor = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/positions/neighbor',
  auth: 'user',
  summary: 'The position on an instrument that opened next after a time, or last before it',
  api: READ_MUCH,
  params: byId,
  query: z.strictObject({
    instrumentId,
    /** UTC milliseconds. */
    time: queryNumber(0, 8_640_000_000_000_000),
    direction: z.enum(['next', 'previous']),
  }),
  body: nothing,
  response: z.object({ position: position.nullable() }),
})

const known = z.array(z.number().nullable())

/** The closed positions, as far as their excursions need it. */
export const excursions = z.object({
  id: z.array(z.number()),
  isLong: z.array(z.boolean()),
  quantity: z.array(z.number()),
  openTime: z.array(z.number()),
  closeTime: z.array(z.number()),
  profit: z.array(z.number()),
  pips: z.array(z.number()),
  mae: known,
  mfe: known,
  maePips: known,
  mfePips: known,
  risk: known,
})
export type Excursions = z.infer<typeof excursions>

export const getBacktestExcursions = withPublicTwin({
  method: 'GET',
  path: '/api/backtest/:id/excursions',
  auth: 'user',
  summary: 'Profit and excursions of the closed positions, as columns',
  api: READ_MUCH,
  params: byId,
  query: nothing,
  body: nothing,
  response: excursions,
})
