import { z } from 'zod'
import { utcTime } from './time.ts'

export const HOURS_OF_WEEK = 168
const MOST_PIPS = 1000
/** Hourly payments of more than two years, or those of every eight hours of eighteen. */
export const MOST_FUNDING_RATES = 20_000

const fundingRates = z
  .array(z.tuple([utcTime, z.number().min(-1).max(1)]))
  .min(1, 'There are no funding rates')
  .max(MOST_FUNDING_RATES, `There can be at most ${MOST_FUNDING_RATES} funding rates`)
  .refine((rates) => rates.every(([time], at) => at === 0 || time > (rates[at - 1]?.[0] ?? 0)), {
    message: 'Funding rates must ascend in time',
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
})
export type RunTables = z.infer<typeof runTables>

/** What lists tell of the tables. */
export const tablesSummary = z.object({
  spreadByHour: z.object({ least: z.number(), most: z.number() }).nullable(),
  fundingRates: z.object({ count: z.number().int(), first: z.number(), last: z.number() }).nullable(),
})
export type TablesSummary = z.infer<typeof tablesSummary>

/** What lists tell of the long tables of a run; null when it has none. */
export function summarizeTables(tables: RunTables | null): TablesSummary | null {
  const { spreadByHour = null, fundingRates = null } = tables ?? {}
  if (!spreadByHour && !fundingRates) return null
  return {
    spreadByHour: spreadByHour && { least: Math.min(...spreadByHour), most: Math.max(...spreadByHour) },
    fundingRates: fundingRates && {
      count: fundingRates.length,
      first: fundingRates[0]?.[0] ?? 0,
      last: fundingRates.at(-1)?.[0] ?? 0,
    },
  }
}
