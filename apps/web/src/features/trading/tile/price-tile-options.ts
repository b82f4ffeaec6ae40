import { z } from 'zod'

export const priceTileOptions = z.object({
  instrumentId: z.string().default('EURUSD:SIM'),
  /** Shows prices without trading. */
  isReadOnly: z.boolean().default(false),
  /** As it was typed; null for what is usual. */
  quantity: z.string().max(20).nullable().default(null),
})
export type PriceTileOptions = z.output<typeof priceTileOptions>
