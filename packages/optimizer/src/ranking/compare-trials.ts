import { compareOutcomes } from './compare-outcomes.ts'
import type { Outcome } from './outcome.ts'

export type Ranked = Outcome & { readonly index: number }

/** Better trials first, equally good ones by index: no two trials are equal, so every machine sorts alike. */
export function compareTrials(a: Ranked, b: Ranked): number {
  return compareOutcomes(a, b) || a.index - b.index
}
