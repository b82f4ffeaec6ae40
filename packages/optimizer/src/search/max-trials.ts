import type { Strategy } from './strategy.ts'

/** How many trials a strategy can run at most, on a lattice of this size. */
export function maxTrials(strategy: Strategy, latticeCount: number): number {
  return Math.min(latticeCount, budgetOf(strategy))
}

function budgetOf(strategy: Strategy): number {
  if (strategy.kind === 'exhaustive') return Infinity
  if (strategy.kind !== 'genetic') return strategy.budget
  const { generations, populationSize, survivorCount, maxBacktestsCount } = strategy.parameters
  return Math.min(maxBacktestsCount, populationSize + (generations - 1) * (populationSize - survivorCount))
}
