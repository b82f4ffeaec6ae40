import { describe, expect, it } from 'vitest'

import type { Point } from '../../lattice/lattice.ts'
import { hypervolume } from '../../ranking/hypervolume.ts'
import { paretoFront } from '../../ranking/pareto-front.ts'
import { createSearch } from '../create-search.ts'
import { latticeOf, runSearch } from '../run-search.fixture.ts'
import type { Strategy } from '../strategy.ts'
import { crowdingDistances } from './crowding-distances.ts'
import { sortIntoFronts } from './sort-into-fronts.ts'

const outcome = (...scores: (number | null)[]) => ({ scores, violation: 0 })

/** Schaffer's problem with a third external that only hurts: the front lies at b = 0, a from 40 to 60. */
const twoGoals = ([a = 0, b = 0]: Point) => outcome(-((a - 40) ** 2) - b * 20, -((a - 60) ** 2) - b * 20)

function volumeOf(strategy: Strategy, seed: number): number {
  const trials = runSearch(createSearch({ lattice: latticeOf([101, 101]), strategy, seed }), twoGoals)
  return hypervolume(
    paretoFront(trials).map(({ scores }) => scores as number[]),
    [-500, -500],
  )
}

describe('an NSGA-II search', () => {
  it('finds a larger front than random trials', () => {
    const gains = Array.from(
      { length: 9 },
      (_, seed) => volumeOf({ kind: 'nsga2', budget: 200 }, seed) / volumeOf({ kind: 'random', budget: 200 }, seed),
    )
    expect(gains.toSorted((a, b) => a - b)[4]).toBeGreaterThan(1.1)
  })

  it('names the condition that ended it', () => {
    const search = createSearch({ lattice: latticeOf([101, 101]), strategy: { kind: 'nsga2', budget: 50 }, seed: 1 })
    expect(runSearch(search, twoGoals)).toHaveLength(50)
    expect(search.ending?.()).toBe('50 backtests, its limit')
  })

  it('sorts trials into fronts, infeasible ones by their violation', () => {
    const trials = [
      outcome(1, 1),
      outcome(3, 1),
      outcome(1, 3),
      outcome(2, null),
      { scores: [9, 9], violation: 0.2 },
      { scores: [1, 1], violation: 0.1 },
      // Scores do not matter while constraints are broken.
      { scores: [0, 0], violation: 0.1 },
    ]
    const fronts = sortIntoFronts(trials).map((front) => front.map((trial) => trials.indexOf(trial)))
    expect(fronts).toEqual([[1, 2], [0, 3], [5, 6], [4]])
  })

  it('prefers the ends of a front and its lonely trials', () => {
    expect(crowdingDistances([outcome(0, 10), outcome(1, 9), outcome(5, 5), outcome(10, 0)])).toEqual([
      Infinity,
      0.5 + 0.5,
      0.9 + 0.9,
      Infinity,
    ])
    expect(crowdingDistances([outcome(1, 1), outcome(1, 1), outcome(1, 1)])).toEqual([Infinity, 0, Infinity])
  })
})
