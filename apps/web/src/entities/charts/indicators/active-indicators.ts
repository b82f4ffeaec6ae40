import { indicatorArgument, indicatorKey } from '@tradeloom/contracts'
import { z } from 'zod'

const activeIndicator = z.object({
  id: z.string().max(36),
  key: indicatorKey,
  /** In the order of the indicator's parameters. */
  parameters: z.array(indicatorArgument).max(64),
  isHidden: z.boolean(),
})
export type ActiveIndicator = z.infer<typeof activeIndicator>

/** More lines than these cannot be told apart. */
export const MAX_ACTIVE = 20

/** The indicators on charts follow the user. */
export const ACTIVE_INDICATORS = {
  path: 'chart.indicators',
  schema: z.array(activeIndicator).max(MAX_ACTIVE),
  fallback: [] as ActiveIndicator[],
}

/** As a script would call it: `SMA(14)`. */
export function indicatorTitle({ key, parameters }: Pick<ActiveIndicator, 'key' | 'parameters'>): string {
  const given = parameters.filter((value) => value !== null)
  return given.length === 0 ? key : `${key}(${given.map((value) => JSON.stringify(value)).join(', ')})`
}
