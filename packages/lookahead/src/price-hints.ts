import type { MarketColumns } from '@tradeloom/domain'

import type { DetectorContext } from './detector-context.ts'
import type { Place } from './report.ts'

/** A number farther than this from the market's price is not one of its prices. */
const NEAR = 0.1

/** Where the script contains numbers close to the prices of the sample. */
export function placesOfPrices({ hints, series }: Pick<DetectorContext, 'hints' | 'series'>): readonly Place[] {
  const prices = series.map(({ columns }) => firstPriceOf(columns))
  const isNear = (value: number): boolean => prices.some((price) => Math.abs(value / price - 1) < NEAR)
  return hints.prices.filter((_place, i) => isNear(hints.priceValues[i] as number))
}

export function firstPrice(series: DetectorContext['series']): number {
  return series[0] ? firstPriceOf(series[0].columns) : 0
}

export function firstPriceOf(columns: MarketColumns): number {
  return (columns.kind === 'bar' ? columns.bidOpen[0] : columns.bid[0]) ?? 0
}
