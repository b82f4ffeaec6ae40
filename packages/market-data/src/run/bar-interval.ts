import type { InstrumentSummary } from '../store/instrument-folder.ts'
import { type SeriesInterval, seriesMs } from '../store/series.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** From the first row to the last one. */
export interface Span {
  readonly interval: SeriesInterval
  readonly first: number
  readonly last: number
}

/**
 * What the bars of a run that starts at `start` are: M1 where there is anything that minutes can be made from, else the
 * finest interval that is kept. A series that begins later than the run (by days, as people choose days) is passed over
 * for a longer interval that does not. Null when there are no prices at all.
 */
export function barIntervalFor(instrument: Pick<InstrumentSummary, 'series'>, start: number): SeriesInterval | null {
  const spans = barSpans(instrument)
  const covering = spans.find(({ first, last }) => Math.floor(first / DAY) * DAY <= start && start <= last)
  return (covering ?? spans[0])?.interval ?? null
}

/** Where there is data of each interval that a run can have, the shortest first; all that make minutes are one. */
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
