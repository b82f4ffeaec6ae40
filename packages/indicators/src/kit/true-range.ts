import type { IndicatorBar } from '../indicator-bar.ts'

/** The range of a bar extended to the previous close. */
export function trueRange(bar: Readonly<IndicatorBar>, closeBefore: number): number {
  return Math.max(bar.high, closeBefore) - Math.min(bar.low, closeBefore)
}
