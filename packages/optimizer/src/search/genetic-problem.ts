import type { GeneticParameters } from './genetic-parameters.ts'

/** Why these parameters cannot be used, or null. */
export function geneticProblem(parameters: GeneticParameters): string | null {
  const { mutationRate, ...counts } = parameters
  const wrong = Object.entries(counts).find(([, value]) => !Number.isInteger(value) || value < 1)
  if (wrong) return `${wrong[0]} must be a whole number of at least 1`
  if (!(mutationRate >= 0 && mutationRate <= 1)) return 'mutationRate must be between 0 and 1'
  if (parameters.survivorCount >= parameters.populationSize) return 'survivorCount must be below populationSize'
  return null
}
