import type { CustomIndicator } from '@tradeloom/indicators'

/** What the engine must know of a custom indicator besides its compiled script. */
export type IndicatorHead = Omit<CustomIndicator, 'factory'>

/** Joins the heads of custom indicators, as JSON, with their compiled scripts in the same order. */
export function customIndicators(
  headsText: string,
  factories: readonly CustomIndicator['factory'][],
): readonly CustomIndicator[] {
  return (JSON.parse(headsText) as IndicatorHead[]).map((head, at) => ({
    ...head,
    factory: factories[at] as CustomIndicator['factory'],
  }))
}
