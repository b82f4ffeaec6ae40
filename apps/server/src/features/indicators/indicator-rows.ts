import type { schema } from '@tradeloom/database'

export type IndicatorRow = (typeof schema)['indicators']['$inferSelect']

/** An indicator with its author. */
export interface AuthoredIndicator {
  readonly indicator: IndicatorRow
  readonly username: string
}
