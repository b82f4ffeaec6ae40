import { seriesId } from '@tradeloom/domain'
import { z } from 'zod'

/** A column of a dataset that is drawn over prices. */
export const chartOverlay = z.object({
  provider: z.string(),
  code: z.string(),
  /** Null for a dataset with one column. */
  column: z.string().nullable(),
  /** In words. */
  name: z.string(),
})
export type ChartOverlay = z.infer<typeof chartOverlay>

/** As scripts name it. */
export function overlayId({ provider, code, column }: ChartOverlay): string {
  return seriesId(`${provider.toUpperCase()}:${code}`, column)
}
