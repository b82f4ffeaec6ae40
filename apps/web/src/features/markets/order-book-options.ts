import { z } from 'zod'

export const NO_GROUPING = 'None'

export const orderBookOptions = z.object({
  instrumentId: z.string().default('BTCUSDT:SIM'),
  /** Width of groups as `bookGroupings` writes it, or none. */
  grouping: z.string().max(20).default(NO_GROUPING),
})
export type OrderBookOptions = z.output<typeof orderBookOptions>
