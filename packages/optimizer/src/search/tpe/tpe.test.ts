import { normalProbability } from '@tradeloom/metrics'
import { describe, expect, it } from 'vitest'

import type { Point } from '../../lattice/lattice.ts'
import { createSearch } from '../create-search.ts'
import { latticeOf, runSearch } from '../run-search.fixture.ts'
import type { Strategy } from '../strategy.ts'
import { AxisKernels } from './axis-kernels.ts'
import { fastNormalProbability } from './fast-normal-probability.ts'
import { ParzenEstimate } from './parzen-estimate.ts'

const hill = ([a = 0, b = 0]: Point) => ({ scores: [-((a - 30) ** 2) - (b - 70) ** 2], violation: 0 })

function bestOf(strategy: Strategy, seed: number): number {
  const trials = runSearch(createSearch({ lattice: latticeOf([101, 101]), strategy, seed }), hill)
  return Math.max(...trials.map(({ scores }) => scores[0] as number))
}

describe('a Parzen estimate', () => {
  it('has the reference widths and density of three observations on a continuous range', () => {
    const kernels = new AxisKernels([1, 4, 6], 0, 10)
    expect([...kernels.sigmas]).toEqual([3, 3, 2, 10])
    const width = 1e-4
    const masses = new Float64Array(4).fill(1)
    kernels.multiply(masses, 5 - width / 2, 5 + width / 2)
    expect(masses.reduce((sum, mass) => sum + mass, 0) / 4 / width).toBeCloseTo(0.1283559, 8)
  })

  it('gives the points of a lattice probabilities that sum to one', () => {
    const lattice = latticeOf([5, 7])
    const estimate = new ParzenEstimate(lattice, [
      [0, 0],
      [4, 6],
      [4, 6],
      [2, 3],
    ])
    const all = Array.from({ length: lattice.count }, (_, k) => Math.exp(estimate.logProbability(lattice.pointAt(k))))
    expect(all.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 10)
  })

  it('uses a normal distribution as accurate as that of the metrics', () => {
    for (let z = -9; z <= 9; z += 0.173)
      expect(Math.abs(fastNormalProbability(z) - normalProbability(z))).toBeLessThan(1e-14)
  })
})

describe('a TPE search', () => {
  it('comes closer to the top of a hill than random trials', () => {
    const gains = Array.from(
      { length: 5 },
      (_, seed) => bestOf({ kind: 'tpe', budget: 80 }, seed) - bestOf({ kind: 'random', budget: 80 }, seed),
    )
    expect(gains.toSorted((a, b) => a - b)[2]).toBeGreaterThan(10)
  })

  it('names the condition that ended it', () => {
    const search = createSearch({ lattice: latticeOf([101, 101]), strategy: { kind: 'tpe', budget: 47 }, seed: 1 })
    expect(runSearch(search, hill)).toHaveLength(47)
    expect(search.ending?.()).toBe('47 backtests, its limit')
  })
})
