import { INTERVALS, UserError } from '@tradeloom/domain'

import { damagedIn } from './damaged-month.ts'
import type { InstrumentSummary, SeriesSummary } from './instrument-folder.ts'
import { monthsIn } from './period-hash.ts'
import type { QualityRequest } from './read-quality.ts'
import { type PriceKind, type SeriesInterval, seriesMs } from './series.ts'

interface SeriesRequest {
  readonly series: SeriesInterval
  readonly price?: PriceKind
}

/**
 * The requested series or, for M1, the next shorter one that minutes can be made from; it must have rows in the range.
 */
export function chooseSeries(
  found: InstrumentSummary,
  { series, price }: SeriesRequest,
  from: number,
  to: number,
): SeriesSummary {
  const sources: readonly SeriesInterval[] = series === 'M1' ? ['M1', 'S30', 'S15', 'S5', 'S1', 'Tick'] : [series]
  const kept = found.series.filter((one) => (price ? one.price === price : true))
  const fitting = sources.flatMap((interval) =>
    (['quote', 'trade'] as const).flatMap((kind) =>
      kept.filter((one) => one.interval === interval && one.price === kind),
    ),
  )
  const chosen = fitting.find((one) => monthsIn(one, from, to).length > 0 || damagedIn(one, from, to).length > 0)
  if (chosen) return chosen
  const there = found.series.map((one) => `${one.interval} ${isoDay(one.first)} to ${isoDay(one.last)}`).join(', ')
  const wanted = `${price ? `${price} ` : ''}${series} data${Number.isFinite(from) ? ` from ${isoDay(from)}` : ''}`
  throw new UserError(
    'no-data',
    `${found.id} has no ${wanted}${Number.isFinite(to) ? ` to ${isoDay(to)}` : ''}. It has ${there}`,
  )
}

/** The series that a run would use, or the finest one if none is requested. */
export function gradedSeries(found: InstrumentSummary, { series, price, from, to }: QualityRequest): SeriesSummary {
  const start = from ?? Number.NEGATIVE_INFINITY
  const end = to ?? Number.POSITIVE_INFINITY
  const request = price === undefined ? {} : { price }
  if (series !== undefined) return chooseSeries(found, { ...request, series }, start, end)
  const minutes = found.series.some(({ interval }) => seriesMs(interval) <= INTERVALS.M1.ms)
  const finest = found.series.find((one) => price === undefined || one.price === price)
  return chooseSeries(found, { ...request, series: minutes ? 'M1' : (finest?.interval ?? 'M1') }, start, end)
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
