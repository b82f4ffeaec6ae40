import type { Outcome } from './outcome.ts'

/** Constrained domination (Deb 2002): no objective worse and at least one better. Undefined scores are worst. */
export function dominates(a: Outcome, b: Outcome): boolean {
  if (a.violation !== b.violation) return a.violation < b.violation
  if (a.violation > 0) return false
  let isBetter = false
  for (let k = 0; k < a.scores.length; k++) {
    const one = a.scores[k] ?? -Infinity
    const other = b.scores[k] ?? -Infinity
    if (one < other) return false
    if (one > other) isBetter = true
  }
  return isBetter
}
