import { isAllLeftOut } from '@tradeloom/domain'

/** A sentence about datasets of which a run saw nothing, as all of their values were forecasts; null if there were none. */
export function seriesHeadline(warnings: readonly string[]): string | null {
  const found = warnings.filter(isAllLeftOut)
  return found.length === 0 ? null : found.join('; ')
}
