import type { OptimizationStrategy } from '@tradeloom/contracts'

/** Evenly spaced values. A count of 1 is Off: the external stays at `from`. */
export interface ExhaustiveDraft {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** Values that a search may choose from. */
export interface SteppedDraft {
  readonly isOptimized: boolean
  readonly from: string
  readonly to: string
  readonly kind: 'decimal' | 'integer' | 'round'
  readonly decimalPlaces: string
  readonly roundTo: string
}

/** Both modes of an external: each keeps its range while the other one is shown. */
export interface ExternalDraft {
  readonly exhaustive: ExhaustiveDraft
  readonly stepped: SteppedDraft
}

export interface ObjectiveDraft {
  readonly metric: string
  readonly better: 'higher' | 'lower'
}

export interface ConstraintDraft {
  readonly metric: string
  readonly bound: 'at-least' | 'at-most'
  readonly value: string
}

export type GeneticKey =
  | 'generations'
  | 'populationSize'
  | 'survivorCount'
  | 'mutationRate'
  | 'noImprovementCount'
  | 'maxBacktestsCount'

export interface WalkForwardDraft {
  readonly isOn: boolean
  readonly trainDays: string
  readonly testDays: string
  readonly embargoDays: string
  readonly anchored: boolean
  readonly choose: 'best' | 'plateau'
  /** Further lengths of the matrix, separated by commas; empty: none. */
  readonly moreTrainDays: string
  readonly moreTestDays: string
}

/** How to search, as texts of fields; instrument, period and costs are those of a backtest. */
export interface SearchDraft {
  readonly strategy: OptimizationStrategy
  readonly externals: Readonly<Record<string, ExternalDraft>>
  readonly genetic: Readonly<Record<GeneticKey, string>>
  readonly budget: string
  readonly objectives: readonly ObjectiveDraft[]
  readonly constraints: readonly ConstraintDraft[]
  readonly walkForward: WalkForwardDraft
  /** Empty: chosen by the server. */
  readonly seed: string
}
