import type { Point } from '../lattice/lattice.ts'
import type { Outcome } from '../ranking/outcome.ts'

/** Points to evaluate together. Their outcomes are told together, so timing never changes a search. */
export interface Round {
  readonly number: number
  /** Index of its first trial. */
  readonly first: number
  readonly count: number
  /** The point of a trial's index. */
  readonly pointAt: (index: number) => Point
}

/**
 * A search in rounds. It is a function of its seed and of the outcomes told so far: telling stored rows again restores it
 * after a crash.
 */
export interface Search {
  /** The next round, or null at the end. The outcomes of the previous round must have been told. */
  ask: () => Round | null
  /** The outcomes of the current round, in the order of its indexes. */
  tell: (outcomes: readonly Outcome[]) => void
  /** The condition that ended it, after `ask` has returned null; null if it just ran out of points. */
  ending?: () => string | null
}
