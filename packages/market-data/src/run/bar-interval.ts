import type { InstrumentSummary } from '../store/instrument-folder.ts'
import { type SeriesInterval, seriesMs } from '../store/series.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** From the first to the last row. */
export interface Span {
  readonly interval: SeriesInterval
  readonly first: number
  readonly last: number
}

/**
 * The interval of the bars for a run that starts at `start`: M1 if minutes can be made from any series, otherwise the
 * finest stored interval. A series that begins days after the start of the run gives way to a longer interval that does
 * not. Null if there are no prices at all.
 */
export function barIntervalFor(instrument: Pick<InstrumentSummary, 'series'>, start: number): SeriesInterval | null {
  const spans = barSpans(instrument)
  const covering = spans.find(({ first, last }) => Math.floor(first / DAY) * DAY <= start && start <= last)
  return (covering ?? spans[0])?.interval ?? null
}

/**
 * The available span for each interval that a run can have, shortest interval first; all that can make minutes count as
 * one.
 */
export function barSpans({ series }: Pick<InstrumentSummary, 'series'>): Span[] {
  const spans = new Map<SeriesInterval, Span>()
  for (const one of series.filter(({ rows }) => rows > 0)) {
    const interval = seriesMs(one.interval) <= MINUTE ? 'M1' : one.interval
    const known = spans.get(interval)
    const first = Math.min(one.first, known?.first ?? Infinity)
    const last = Math.max(one.last, known?.last ?? -Infinity)
    spans.set(interval, { interval, first, last })
  }
  return [...spans.values()].toSorted((a, b) => seriesMs(a.interval) - seriesMs(b.interval))
}
