import type { AutoscaleInfo } from 'lightweight-charts'
import type { PriceLevel } from './price-look.ts'

/** A level further away than this many heights of the bars would leave nothing of them to see. */
const MAX_HEIGHTS = 2

/** The scale of the bars, widened so that levels near them are in view. */
export function withLevels(bars: AutoscaleInfo | null, levels: readonly PriceLevel[]): AutoscaleInfo | null {
  const range = bars?.priceRange ?? null
  if (bars === null || range === null) return bars
  const { minValue, maxValue } = range
  const reach = (maxValue - minValue) * MAX_HEIGHTS
  const near = levels.map(({ price }) => price).filter((one) => one >= minValue - reach && one <= maxValue + reach)
  return { ...bars, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } }
}
