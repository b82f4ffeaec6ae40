import { maxTrials } from './max-trials.ts'
import type { Strategy } from './strategy.ts'

/** Whether later trials depend on the results of earlier ones. A lattice within the budget is evaluated in full. */
export function isAdaptive(strategy: Strategy, latticeCount: number): boolean {
  return (
    strategy.kind !== 'exhaustive' && strategy.kind !== 'random' && maxTrials(strategy, latticeCount) < latticeCount
  )
}
