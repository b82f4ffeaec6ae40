import type { OffsetAt } from '@tradeloom/domain/zones'

/** The clock of a chart: all of its times are shown by it. Keep its identity while nothing changes. */
export interface ChartClock {
  /** Such as `UTC` or `New York`. */
  readonly name: string
  readonly offsetAt: OffsetAt
}

export const UTC_CLOCK: ChartClock = { name: 'UTC', offsetAt: () => 0 }
