import { type Interval, INTERVALS } from '@tradeloom/domain'

/** Ticks have no length; where a chart needs one, for spans and moves, each counts as a second. */
const TICK_MS = 1_000

export function intervalMs(interval: Interval): number {
  return interval === 'Tick' ? TICK_MS : INTERVALS[interval].ms
}

/** From the start of a row until its prices are final. */
export function completionMs(interval: Interval): number {
  return interval === 'Tick' ? 0 : INTERVALS[interval].ms
}

export function intervalLabel(interval: Interval): string {
  return interval === 'Tick' ? 'Tick' : INTERVALS[interval].label
}
