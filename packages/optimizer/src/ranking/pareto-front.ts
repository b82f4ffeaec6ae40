import { dominates } from './dominates.ts'
import type { Outcome } from './outcome.ts'

/**
 * The trials that no other one dominates, in their order. Only trials that keep all constraints and have every score
 * belong to it; equal scores all do.
 */
export function paretoFront<Item extends Outcome>(trials: readonly Item[]): Item[] {
  const front: Item[] = []
  for (const trial of trials) {
    if (trial.violation > 0 || trial.scores.includes(null)) continue
    if (front.some((other) => dominates(other, trial))) continue
    let kept = 0
    for (const other of front) if (!dominates(trial, other)) front[kept++] = other
    front.length = kept
    front.push(trial)
  }
  return front
}
