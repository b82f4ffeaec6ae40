import { createRandom } from '@tradeloom/domain'

import { Lattice, type Point } from '../lattice/lattice.ts'
import type { Outcome } from '../ranking/outcome.ts'
import type { Trial } from '../ranking/trial.ts'
import { RoundResults } from './round-results.ts'
import type { Search } from './search.ts'

/** A lattice with the given numbers of values, each external from 0. */
export function latticeOf(sizes: readonly number[]): Lattice {
  return new Lattice(
    sizes.map((size, k) => ({ kind: 'evenly-spaced', name: `x${k}`, start: 0, end: size - 1, count: size })),
  )
}

/** Runs a search to its end with workers that take the trials of a round in turns and finish in a random order. */
export function runSearch(search: Search, evaluate: (point: Point) => Outcome, workers = 1, chance = 1): Trial[] {
  const random = createRandom(chance)
  const trials: Trial[] = []
  for (let round; (round = search.ask());) {
    const results = new RoundResults(round)
    const { first, count, pointAt } = round
    const running: number[] = []
    for (let next = first; next < first + count || running.length > 0;) {
      while (running.length < workers && next < first + count) running.push(next++)
      const [index] = running.splice(Math.floor(random() * running.length), 1) as [number]
      results.take(index, evaluate(pointAt(index)))
    }
    const outcomes = results.outcomes()
    trials.push(...outcomes.map((outcome, k) => ({ ...outcome, index: first + k, point: pointAt(first + k) })))
    search.tell(outcomes)
  }
  return trials
}
