import type { OtherSeries } from '@tradeloom/indicators'

/** What indicators of two series read from the views that scripts hold. */
export interface ViewedSeries extends OtherSeries {
  /** Requests a number of values before the start of the run. */
  requestWarmup(count: number): void
}

const SERIES = new WeakMap<object, ViewedSeries>()

/** Lets a view serve as the second series of an indicator. */
export function offerSeries(view: object, series: ViewedSeries): void {
  SERIES.set(view, series)
}

/** The series behind a view; undefined for anything else that a script may pass. */
export function seriesOf(view: unknown): ViewedSeries | undefined {
  return typeof view === 'object' && view !== null ? SERIES.get(view) : undefined
}
