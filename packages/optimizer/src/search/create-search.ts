import type { Lattice } from '../lattice/lattice.ts'
import { RandomOrder } from '../lattice/random-order.ts'
import { AdaptiveSearch } from './adaptive-search.ts'
import { geneticProblem } from './genetic-problem.ts'
import { GeneticProposer } from './genetic-proposer.ts'
import { ListedSearch } from './listed-search.ts'
import { maxTrials } from './max-trials.ts'
import { Nsga2Proposer } from './nsga2/nsga2-proposer.ts'
import type { Proposer } from './proposer.ts'
import { SeenPoints } from './seen-points.ts'
import type { Search } from './search.ts'
import type { Strategy } from './strategy.ts'
import { TpeProposer } from './tpe/tpe-proposer.ts'

const ROUND_SIZE = 20
const MUTATION_RATE = 0.1

export interface SearchOptions {
  readonly lattice: Lattice
  readonly strategy: Strategy
  readonly seed: number
}

/** A search over a lattice. A lattice within the strategy's budget is evaluated in full. */
export function createSearch({ lattice, strategy, seed }: SearchOptions): Search {
  checkStrategy(strategy)
  const count = maxTrials(strategy, lattice.count)
  if (count === lattice.count) {
    if (!lattice.isIndexed) throw new RangeError('There are too many combinations to evaluate all of them')
    return new ListedSearch(count, (index) => lattice.pointAt(index))
  }
  if (strategy.kind === 'random' || strategy.kind === 'exhaustive') return randomSearch(lattice, count, seed)
  return new AdaptiveSearch(proposerOf(lattice, strategy, seed), seed)
}

function checkStrategy(strategy: Strategy): void {
  if (strategy.kind === 'exhaustive') return
  const problem =
    strategy.kind === 'genetic'
      ? geneticProblem(strategy.parameters)
      : Number.isInteger(strategy.budget) && strategy.budget >= 1
        ? null
        : 'The number of trials must be a whole number of at least 1'
  if (problem !== null) throw new RangeError(problem)
}

function randomSearch(lattice: Lattice, count: number, seed: number): Search {
  if (lattice.isIndexed) {
    const order = new RandomOrder(lattice, seed)
    return new ListedSearch(count, (index) => order.pointAt(index))
  }
  // A repetition is possible among coordinates drawn one by one.
  const points = new SeenPoints(lattice, seed).takeRandoms(count)
  return new ListedSearch(count, (index) => points[index] as (typeof points)[number])
}

type Adaptive = Exclude<Strategy, { kind: 'exhaustive' | 'random' }>

function proposerOf(lattice: Lattice, strategy: Adaptive, seed: number): Proposer {
  switch (strategy.kind) {
    case 'genetic':
      return new GeneticProposer(lattice, seed, strategy.parameters)
    case 'tpe':
      return new TpeProposer(lattice, seed, { roundSize: ROUND_SIZE, ...strategy })
    case 'nsga2':
      return new Nsga2Proposer(lattice, seed, { populationSize: ROUND_SIZE, mutationRate: MUTATION_RATE, ...strategy })
  }
}
