import { INTERVALS, isBarInterval } from '../interval.ts'
import { DAY, MINUTE, SECOND } from '../time/units.ts'

interface SpanOf<I extends string> {
  readonly interval: I
  readonly first: number
  readonly last: number
}

interface StoredSeries<I extends string> extends SpanOf<I> {
  readonly rows: number
}

/**
 * The interval of the bars for a run that starts at `start`: M1 if minutes can be made from any series, otherwise the
 * finest stored interval. A series that begins days after the start of the run gives way to a longer interval that does
 * not. Null if there are no prices at all.
 */
export function barIntervalFor<I extends string>(series: readonly StoredSeries<I>[], start: number): I | 'M1' | null {
  const spans = barSpans(series)
  const covering = spans.find(({ first, last }) => Math.floor(first / DAY) * DAY <= start && start <= last)
  return (covering ?? spans[0])?.interval ?? null
}

/**
 * The available span for each interval that a run can have, shortest interval first; all that can make minutes count as
 * one.
 */
export function barSpans<I extends string>(series: readonly StoredSeries<I>[]): SpanOf<I | 'M1'>[] {
  const spans = new Map<string, SpanOf<I | 'M1'>>()
  for (const one of series.filter(({ rows }) => rows > 0)) {
    const interval = intervalMs(one.interval) <= MINUTE ? 'M1' : one.interval
    const known = spans.get(interval)
    const first = Math.min(one.first, known?.first ?? Infinity)
    const last = Math.max(one.last, known?.last ?? -Infinity)
    spans.set(interval, { interval, first, last })
  }
  return [...spans.values()].toSorted((a, b) => intervalMs(a.interval) - intervalMs(b.interval))
}

/** Length of a row; 0 for ticks. Bars of a second exist in archives of exchanges alone. */
export function intervalMs(interval: string): number {
  if (interval === 'S1') return SECOND
  return isBarInterval(interval) ? INTERVALS[interval].ms : 0
}
