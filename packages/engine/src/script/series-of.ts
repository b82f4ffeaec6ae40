import type { OtherSeries } from '@tradeloom/indicators'

/** What indicators of two series read from the views that scripts hold. */
const SERIES = new WeakMap<object, OtherSeries>()

/** Lets a view be the second series of an indicator. */
export function offerSeries(view: object, series: OtherSeries): void {
  SERIES.set(view, series)
}

/** The series behind a view; undefined for anything else that a script may pass. */
export function seriesOf(view: unknown): OtherSeries | undefined {
  return typeof view === 'object' && view !== null ? SERIES.get(view) : undefined
}
