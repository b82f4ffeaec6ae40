import { describe, expect, it } from 'vitest'

import { latticeOf } from '../search/run-search.fixture.ts'
import { sensitivityCurves } from './sensitivity-curves.ts'

describe('the sensitivity of the best trial', () => {
  const lattice = latticeOf([3, 2])
  const trials = [1, 2, 4, 8, 5, 6].map((score, index) => ({
    index,
    point: lattice.pointAt(index),
    scores: [score],
    violation: 0,
  }))

  it('shows the objective along each external, and its largest change by one step', () => {
    const [slow, fast] = sensitivityCurves(lattice, trials, trials[3]!, 1)
    expect(slow?.points.map(({ objective }) => objective)).toEqual([2, 8, 6])
    expect(slow?.points.map(({ isBest }) => isBest)).toEqual([false, true, false])
    expect(slow?.change).toBe(6 / 8)
    expect(fast?.points.map(({ objective }) => objective)).toEqual([4, 8])
  })

  it('has gaps where nothing was evaluated', () => {
    const [slow] = sensitivityCurves(lattice, [trials[1]!, trials[3]!], trials[3]!, -1)
    expect(slow?.points.map(({ objective }) => objective)).toEqual([-2, -8, null])
    expect(slow?.change).toBe(6 / 8)
  })
})
