import { z } from 'zod'
import { utcTime } from './time.ts'

export const HOURS_OF_WEEK = 168
const MOST_PIPS = 1000
/** Hourly payments of more than two years, or those of every eight hours of eighteen. */
export const MOST_FUNDING_RATES = 20_000
/** Of more than fifty years of days. */
export const MOST_SWAP_RATES = 20_000
export const MOST_SWAP_RATE = 1000
const DAY = 86_400_000

const fundingRates = z
  .array(z.tuple([utcTime, z.number().min(-1).max(1)]))
  .min(1, 'There are no funding rates')
  .max(MOST_FUNDING_RATES, `There can be at most ${MOST_FUNDING_RATES} funding rates`)
  .refine((rates) => rates.every(([time], at) => at === 0 || time > (rates[at - 1]?.[0] ?? 0)), {
    message: 'Funding rates must ascend in time',
  })

const swapRate = z.number().min(-MOST_SWAP_RATE).max(MOST_SWAP_RATE)
const swapRates = z
  .array(z.tuple([utcTime.multipleOf(DAY), swapRate, swapRate]))
  .min(1, 'There are no swap rates')
  .max(MOST_SWAP_RATES, `There can be swap rates of at most ${MOST_SWAP_RATES} days`)
  .refine((rates) => rates.every(([day], at) => at === 0 || day > (rates[at - 1]?.[0] ?? 0)), {
    message: 'Swap rates must ascend by day',
  })

/** Models of a run that are long: they travel with its start and when somebody asks for them, never in lists. */
export const runTables = z.strictObject({
  /** Distance of ask and bid in pips by hour of the week, from Sunday 00:00 UTC; goes with the spread model `hourly`. */
  spreadByHour: z
    .array(z.number().min(0).max(MOST_PIPS))
    .length(HOURS_OF_WEEK, `A spread by hour of the week has ${HOURS_OF_WEEK} values`)
    .nullable()
    .default(null),
  /** Rates as fractions by time of payment (UTC milliseconds), ascending; they go before the funding model's own. */
  fundingRates: fundingRates.nullable().default(null),
  /**
   * Rates for long and short by day (UTC midnight of New York's date), ascending, in the unit of the swap model. Each holds
   * until the next one; before the first the model's own hold.
   */
  swapRates: swapRates.nullable().default(null),
})
export type RunTables = z.infer<typeof runTables>

const tableSpan = z.object({ count: z.number().int(), first: z.number(), last: z.number() })

/** What lists tell of the tables. */
export const tablesSummary = z.object({
  spreadByHour: z.object({ least: z.number(), most: z.number() }).nullable(),
  fundingRates: tableSpan.nullable(),
  /** Left out by runs from before there were any. */
  swapRates: tableSpan.nullable().optional(),
})
export type TablesSummary = z.infer<typeof tablesSummary>

/** What lists tell of the long tables of a run; null when it has none. */
export function summarizeTables(tables: RunTables | null): TablesSummary | null {
  const { spreadByHour = null, fundingRates = null, swapRates = null } = tables ?? {}
  if (!spreadByHour && !fundingRates && !swapRates) return null
  return {
    spreadByHour: spreadByHour && { least: Math.min(...spreadByHour), most: Math.max(...spreadByHour) },
    fundingRates: fundingRates && spanOf(fundingRates),
    swapRates: swapRates && spanOf(swapRates),
  }
}

function spanOf(rows: readonly (readonly [time: number, ...rest: number[]])[]): z.infer<typeof tableSpan> {
  return { count: rows.length, first: rows[0]?.[0] ?? 0, last: rows.at(-1)?.[0] ?? 0 }
}
