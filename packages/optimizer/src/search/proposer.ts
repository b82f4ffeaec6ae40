import type { Point } from '../lattice/lattice.ts'
import type { Trial } from '../ranking/trial.ts'

/** A strategy that learns: what to try next, given all that was tried before. */
export interface Proposer {
  /** Distinct points never proposed before; none ends the search. */
  readonly propose: (round: number, random: () => number) => readonly Point[]
  /** The trials of the points proposed last. */
  readonly learn: (trials: readonly Trial[]) => void
  /** After a round without points: the condition that ended the search. */
  readonly ending?: () => string
}
