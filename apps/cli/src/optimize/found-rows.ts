import type { Constraint, Luck, Objective } from '@tradeloom/optimizer'
import type { MarkedRow } from './marked-row.ts'

/** What an optimization has found. */
export interface FoundRows {
  /** In the order in which they are listed: the Pareto front, then the others, better ones first. */
  readonly ranked: readonly MarkedRow[]
  readonly objectives: readonly [Objective, ...Objective[]]
  readonly constraints: readonly Constraint[]
  /** By the first objective; null if no row keeps all constraints and has a value of it. */
  readonly best: MarkedRow | null
  readonly luck: Luck
}
