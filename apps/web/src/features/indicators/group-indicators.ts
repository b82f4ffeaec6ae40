import type { Indicator } from '@tradeloom/contracts'

/** Indicators under one heading; null for those that need none. */
export interface IndicatorGroup {
  readonly name: string | null
  readonly indicators: readonly Indicator[]
}

export function matchesIndicator({ name, key, description }: Indicator, search: string): boolean {
  return [name, key, description].some((text) => text.toLowerCase().includes(search))
}

/** By their groups, in the order of the catalog. */
export function groupIndicators(indicators: readonly Indicator[]): IndicatorGroup[] {
  const groups = Map.groupBy(indicators, ({ group }) => group)
  return [...groups].map(([name, members]) => ({ name, indicators: members }))
}
