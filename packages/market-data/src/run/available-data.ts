import { type DataStretch, joinStretches, runStretches, type StoredSpans } from '@tradeloom/domain'
import type { InstrumentSummary, SeriesSummary } from '../store/instrument-folder.ts'

/** The data that a run of this resolution can use, in periods without an interruption of a month. */
export function availableData({ series }: Pick<InstrumentSummary, 'series'>, resolution: 0 | 1): DataStretch[] {
  return runStretches(series.map(storedSpans), resolution)
}

export function storedSpans({ interval, rows, months }: SeriesSummary): StoredSpans {
  return { interval, rows, stretches: joinStretches(months) }
}
