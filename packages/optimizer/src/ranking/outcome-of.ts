import type { Constraint } from './constraint.ts'
import type { Objective } from './objective.ts'
import type { Outcome } from './outcome.ts'

export interface OutcomeInput {
  readonly objectives: readonly Objective[]
  readonly constraints: readonly Constraint[]
  readonly metricOf: (key: string) => number | null
}

/** The outcome of a completed trial. A constraint on an undefined metric is never kept. */
export function outcomeOf({ objectives, constraints, metricOf }: OutcomeInput): Outcome {
  return {
    scores: objectives.map(({ metric, better }) => {
      const value = metricOf(metric)
      return value === null || better === 'higher' ? value : -value
    }),
    violation: constraints.reduce((sum, constraint) => sum + violationOf(constraint, metricOf(constraint.metric)), 0),
  }
}

/** In multiples of the bound, so that constraints on different units can be added. */
function violationOf({ bound, value: limit }: Constraint, value: number | null): number {
  if (value === null) return Infinity
  const excess = bound === 'at-least' ? limit - value : value - limit
  return Math.max(0, excess) / (limit === 0 ? 1 : Math.abs(limit))
}
