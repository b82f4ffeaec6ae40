import type { Outcome } from './outcome.ts'

/**
 * Negative if `a` is better: trials that keep all constraints come first, then the least violation (Deb 2000), then the
 * first objective, undefined last. 0 if they are equally good.
 */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  if (a.violation !== b.violation) return a.violation < b.violation ? -1 : 1
  const one = a.scores[0] ?? null
  const other = b.scores[0] ?? null
  if (one === other) return 0
  if (one === null) return 1
  return other === null || one > other ? -1 : 1
}
