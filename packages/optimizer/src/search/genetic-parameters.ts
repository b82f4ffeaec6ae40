/** The genetic settings of an optimization. */
export interface GeneticParameters {
  readonly generations: number
  readonly populationSize: number
  readonly survivorCount: number
  /** Probability of each external of a child to change, 0 to 1. */
  readonly mutationRate: number
  /** Complete if this many generations in a row bring no better best. */
  readonly noImprovementCount: number
  /** Complete once this many backtests have run. */
  readonly maxBacktestsCount: number
}
