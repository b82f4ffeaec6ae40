import type { GeneticParameters } from './genetic-parameters.ts'

export const GENETIC_DEFAULTS: GeneticParameters = {
  generations: 25,
  populationSize: 20,
  survivorCount: 10,
  mutationRate: 0.1,
  noImprovementCount: 3,
  maxBacktestsCount: 1000,
}
