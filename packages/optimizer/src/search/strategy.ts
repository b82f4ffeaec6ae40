import type { GeneticParameters } from './genetic-parameters.ts'

/** How an optimization chooses what to evaluate. A `budget` is a number of trials. */
export type Strategy =
  | { readonly kind: 'exhaustive' }
  | { readonly kind: 'random'; readonly budget: number }
  | { readonly kind: 'genetic'; readonly parameters: GeneticParameters }
  /** Rounds of `roundSize` trials. */
  | { readonly kind: 'tpe'; readonly budget: number; readonly roundSize?: number }
  /** Up to three objectives. */
  | {
      readonly kind: 'nsga2'
      readonly budget: number
      readonly populationSize?: number
      readonly mutationRate?: number
    }
