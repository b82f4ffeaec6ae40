import { HOURS_OF_WEEK, ratesProblem, SETTING_TABLES } from '@tradeloom/domain'
import { z } from 'zod'
import { utcTime } from './time.ts'

const { spreadByHour: hourly, fundingRates: funding, swapRates: swap } = SETTING_TABLES

const fundingRates = z
  .array(z.tuple([utcTime, z.number().min(funding.min).max(funding.max)]))
  .min(funding.minRows, 'There are no funding rates')
  .max(funding.maxRows, `There can be at most ${funding.maxRows} funding rates`)
  .superRefine((rates, context) => refuse(ratesProblem('fundingRates', rates), context))

const swapRate = z.number().min(swap.min).max(swap.max)
const swapRates = z
  .array(z.tuple([utcTime.multipleOf(swap.multipleOf), swapRate, swapRate]))
  .min(swap.minRows, 'There are no swap rates')
  .max(swap.maxRows, `There can be swap rates for at most ${swap.maxRows} days`)
  .superRefine((rates, context) => refuse(ratesProblem('swapRates', rates), context))

function refuse(problem: string | null, context: z.RefinementCtx): void {
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
}

/** The long tables of run models: sent when a run starts and on request, never in lists. */
export const runTables = z.strictObject({
  /** Ask minus bid in pips by hour of the week, from Sunday 00:00 UTC; used by the spread model `hourly`. */
  spreadByHour: z
    .array(z.number().min(hourly.min).max(hourly.max))
    .length(HOURS_OF_WEEK, `A spread by hour of the week has ${HOURS_OF_WEEK} values`)
    .nullable()
    .default(null),
  /** Rates as fractions by time of payment (UTC milliseconds), ascending; they take precedence over the funding model's own. */
  fundingRates: fundingRates.nullable().default(null),
  /**
   * Rates for long and short by day (UTC midnight of New York's date), ascending, in the unit of the swap model. Each holds
   * until the next one; before the first the model's own rates hold.
   */
  swapRates: swapRates.nullable().default(null),
})
export type RunTables = z.infer<typeof runTables>

const tableSpan = z.object({ count: z.number().int(), first: z.number(), last: z.number() })

/** What lists show of the tables. */
export const tablesSummary = z.object({
  spreadByHour: z.object({ least: z.number(), most: z.number() }).nullable(),
  fundingRates: tableSpan.nullable(),
  /** Absent in runs from before this table existed. */
  swapRates: tableSpan.nullable().optional(),
})
export type TablesSummary = z.infer<typeof tablesSummary>

/** Summarizes the long tables of a run for lists; null when it has none. */
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
