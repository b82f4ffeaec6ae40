import type { DefectKind } from '../quality/grade.ts'
import type { MarketReader } from '../store/market-reader.ts'
import type { SeriesKey } from '../store/series.ts'

/** The data grade of an import: of its period, with everything else that the store holds there. */
export interface ImportGrade {
  readonly expected: number
  readonly good: number
  readonly missing: number
  readonly goodPercent: number
  readonly counts: Readonly<Partial<Record<DefectKind, number>>>
}

/**
 * Null if nothing of the series was stored. `first` and `last` are the times of its first and last imported rows, in
 * UTC milliseconds.
 */
export async function gradeImport(
  store: MarketReader,
  instrumentId: string,
  { interval, price }: SeriesKey,
  first: number,
  last: number,
): Promise<ImportGrade | null> {
  const found = await store.instrument(instrumentId)
  const isKept = found?.series.some((one) => one.interval === interval && one.price === price) === true
  if (!isKept) return null
  const { period } = await store.quality({ instrumentId, series: interval, price, from: first, to: last + 1 })
  if (period === null) return null
  const { expected, good, missing, goodPercent, counts } = period
  return { expected, good, missing, goodPercent, counts }
}
