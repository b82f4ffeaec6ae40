import type { ProofContext } from './proof-context.ts'
import type { Place } from './report.ts'

/** A number that the market never comes near is no price of it. */
const NEAR = 0.1

/** Where the script writes numbers that the market of the sample comes near. */
export function placesOfPrices({ hints, series }: Pick<ProofContext, 'hints' | 'series'>): readonly Place[] {
  const price = firstPrice(series)
  return hints.prices.filter((_place, at) => Math.abs((hints.priceValues[at] as number) / price - 1) < NEAR)
}

export function firstPrice(series: ProofContext['series']): number {
  const columns = series[0]?.columns
  return (columns?.kind === 'bar' ? columns.bidOpen[0] : columns?.bid[0]) ?? 0
}
