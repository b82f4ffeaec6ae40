import { z } from 'zod'
import { READ_MUCH } from './api-terms.ts'
import { instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'
import { isoTime } from './time.ts'

/** Kinds of data defects; `gap` is open time without rows, the others are rows. */
export const defectKind = z.enum(['gap', 'outlier', 'jump', 'crossed', 'duplicate', 'inconsistent', 'flat', 'scale'])
export type DefectKind = z.infer<typeof defectKind>

/** A span of one kind of defect: `from <= time < to`, UTC milliseconds; how many rows, for a gap missing bars. */
export const defect = z.object({ kind: defectKind, from: z.number(), to: z.number(), count: z.number().int() })
export type Defect = z.infer<typeof defect>

/**
 * One UTC day: its start, the bars (minutes for ticks) in which the market was open, those that are good and those that
 * are missing. The rest are present but defective.
 */
export const dayGrade = z.tuple([z.number(), z.number().int(), z.number().int(), z.number().int()])
export type DayGrade = z.infer<typeof dayGrade>

/**
 * Weeks (where there are none, nights) end whole hours off the market's hours: the time zone was wrong. `weeks` of them
 * show it, of those that show anything.
 */
export const clockShift = z.object({
  hours: z.number().int(),
  by: z.enum(['week', 'night']),
  weeks: z.number().int(),
  of: z.number().int(),
})

/** One month of one series: counts of rows, defects and what is missing. */
export const monthQuality = z.object({
  month: z.string(),
  rows: z.number().int(),
  /** Share of the open market's bars (minutes for ticks) that are present without a defect, 0 to 1. */
  goodShare: z.number(),
  gaps: z.number().int(),
  missingBars: z.number().int(),
  duplicates: z.number().int(),
  crossed: z.number().int(),
  outliers: z.number().int(),
  jumps: z.number().int(),
  inconsistent: z.number().int(),
  flat: z.number().int(),
  closed: z.number().int(),
  scaleFactor: z.number(),
  shift: clockShift.nullable(),
})
export type MonthQuality = z.infer<typeof monthQuality>

/** The grade of one series: months of all of it, days and defects of the requested period. */
export const seriesQuality = z.object({
  instrumentId: z.string(),
  interval: z.string(),
  price: z.enum(['quote', 'trade']),
  /** UTC milliseconds of the first and last row. */
  first: z.number(),
  last: z.number(),
  goodShare: z.number(),
  scaleFactor: z.number(),
  shift: clockShift.nullable(),
  /** Months whose file is damaged, `2024-05`: they are missing until imported again. */
  damagedMonths: z.array(z.string()),
  months: z.array(monthQuality),
  days: z.array(dayGrade),
  /** At most 500; neighboring ones are merged until they fit. */
  defects: z.array(defect),
  defectCount: z.number().int(),
})
export type SeriesQuality = z.infer<typeof seriesQuality>

export const getMarketQuality = endpoint({
  method: 'GET',
  path: '/public-api/market-data/quality',
  auth: 'public',
  summary: 'Data quality of an instrument by month and day, with its defects',
  api: READ_MUCH,
  params: nothing,
  query: z.object({
    instrumentId,
    /** Defaults to the series that minute runs use. */
    interval: line.max(8).optional(),
    price: z.enum(['quote', 'trade']).optional(),
    start: isoTime.optional(),
    end: isoTime.optional(),
  }),
  body: nothing,
  response: seriesQuality,
})

/** The grade of the prices of one market of a backtest, and what its positions earned near their defects. */
const marketDataQuality = z.object({
  interval: z.string(),
  price: z.enum(['quote', 'trade']),
  /** The run's period, UTC milliseconds. */
  from: z.number(),
  to: z.number(),
  /** Bars (minutes for ticks) without a defect, out of those in which the market was open. */
  good: z.number().int(),
  all: z.number().int(),
  missing: z.number().int(),
  goodPercent: z.number(),
  /** Rows with each kind of defect; for gaps, their number. */
  counts: z.partialRecord(defectKind, z.number().int()),
  scaleFactor: z.number(),
  shift: clockShift.nullable(),
  days: z.array(dayGrade),
  profit: z.object({
    /** Positions opened or closed within this many bars of a defect count as near it. */
    rows: z.number().int(),
    near: z.number().int(),
    positions: z.number().int(),
    profit: z.number(),
    totalProfit: z.number(),
    /** Part of the whole profit, 0.25 is a quarter; null when nothing was earned. */
    share: z.number().nullable(),
  }),
})

/** The same of the run's instrument; `markets` has the other instruments that the script trades. */
export const runDataQuality = marketDataQuality.extend({
  /** Absent for a run on one instrument, and in results from before other markets were graded. */
  markets: z.array(marketDataQuality.extend({ instrumentId: z.string() })).optional(),
})
export type MarketDataQuality = z.infer<typeof marketDataQuality>
export type RunDataQuality = z.infer<typeof runDataQuality>
