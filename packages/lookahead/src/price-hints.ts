import type { DetectorContext } from './detector-context.ts'
import type { Place } from './report.ts'

/** A number farther than this from the market's price is not one of its prices. */
const NEAR = 0.1

/** Where the script contains numbers close to the prices of the sample. */
export function placesOfPrices({ hints, series }: Pick<DetectorContext, 'hints' | 'series'>): readonly Place[] {
  const price = firstPrice(series)
  return hints.prices.filter((_place, i) => Math.abs((hints.priceValues[i] as number) / price - 1) < NEAR)
}

export function firstPrice(series: DetectorContext['series']): number {
  const columns = series[0]?.columns
  return (columns?.kind === 'bar' ? columns.bidOpen[0] : columns?.bid[0]) ?? 0
}
