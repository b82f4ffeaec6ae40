import { z } from 'zod'

/** The window of a chart of ticks. */
export const MAX_TICK_SPAN_MS = 30 * 60_000
/** More are cut off at the front. */
export const MAX_TICKS = 20_000

/** Time (UTC milliseconds), bid and ask, oldest first; `more` if there are older ones in the period. */
export const historicalTicks = z.object({
  rows: z.array(z.tuple([z.number(), z.number(), z.number()])),
  more: z.boolean(),
})
export type HistoricalTicks = z.infer<typeof historicalTicks>
