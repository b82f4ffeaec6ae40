import type { AnyInput } from './metric-input.ts'
import type { Sample } from './stats/sample.ts'

/** With fewer positions, results are unreliable. */
export const FEW_TRADES = 30

export function hasTraded({ closed, openPositions, positionsUnknown }: AnyInput): boolean {
  return positionsUnknown === true || closed.length > 0 || openPositions.length > 0
}

/** Annualized figures of a short run, or of one with few positions, are defined but meaningless. */
export function showsAnnualized({ length, closed, positionsUnknown }: Sample): boolean {
  return length >= 90 && (positionsUnknown === true || closed.length >= FEW_TRADES)
}

/** Why these returns have no ratio, or null. */
export function ratioProblem(
  sample: Sample,
  returns: readonly number[],
  least = 2,
): 'no-trades' | 'ruined' | 'too-few' | null {
  if (!hasTraded(sample)) return 'no-trades'
  if (sample.ruined) return 'ruined'
  return returns.length < least ? 'too-few' : null
}

/** Why closed positions have no value, or null. */
export function positionProblem({ closed, positionsUnknown }: Sample): 'not-given' | 'no-trades' | null {
  if (positionsUnknown === true) return 'not-given'
  return closed.length === 0 ? 'no-trades' : null
}
