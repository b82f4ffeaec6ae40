import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { latticeOf } from '../../search/run-search.fixture.ts'
import { edgeExternals } from './edge-externals.ts'
import { midRanks } from './mid-ranks.ts'
import { plateauScores } from './plateau-scores.ts'

const outcome = (score: number | null, violation = 0) => ({ scores: [score], violation })

function gridOf(sizes: readonly number[], scores: readonly (number | null)[]) {
  const lattice = latticeOf(sizes)
  const trials = scores.map((score, index) => ({ ...outcome(score), index, point: lattice.pointAt(index) }))
  return { lattice, trials }
}

describe('the plateau score', () => {
  it('has the reference value at the center of a small hill, and none in its corners', () => {
    const { lattice, trials } = gridOf([3, 3], [1, 2, 1, 2, 9, 2, 1, 2, 1])
    const scores = plateauScores(lattice, trials)
    expect(scores[4]).toBeCloseTo(0.640625, 12)
    expect(scores[0]).toBe(null)
    expect(scores[1]).not.toBe(null)
  })

  it('prefers the middle of a plateau to a lone peak', () => {
    const profits = Array.from({ length: 81 }, (_, k) => {
      const [a, b] = [Math.floor(k / 9), k % 9]
      if (a === 7 && b === 7) return 100
      return Math.abs(a - 3) <= 1 && Math.abs(b - 3) <= 1 ? 50 + a : (k * 7) % 11
    })
    const { lattice, trials } = gridOf([9, 9], profits)
    const scores = plateauScores(lattice, trials).map((score) => score ?? -1)
    expect(scores.indexOf(Math.max(...scores))).toBe(3 * 9 + 3)
    expect(scores[7 * 9 + 7]).toBeLessThan(Math.max(...scores) - 0.2)
  })

  it('of scattered trials is the same as by comparing all of them with each other', () => {
    const lattice = latticeOf([101, 1, 31])
    const random = createRandom(3)
    const trials = Array.from({ length: 300 }, (_, index) => ({
      ...outcome(random()),
      index,
      point: [Math.floor(random() * 101), 0, Math.floor(random() * 31)] as const,
    }))
    const widths = [100 * 300 ** (-1 / 6), 30 * 300 ** (-1 / 6)]
    const ranks = midRanks(trials)
    const expected = trials.map(({ point: a }) => {
      const weights = trials.map(
        ({ point: b }) =>
          Math.max(0, 1 - Math.abs(a[0] - b[0]) / widths[0]!) * Math.max(0, 1 - Math.abs(a[2] - b[2]) / widths[1]!),
      )
      if (weights.filter((weight) => weight > 0).length - 1 < 4) return null
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      return weights.reduce((sum, weight, k) => sum + weight * ranks[k]!, 0) / total
    })
    for (const [k, score] of plateauScores(lattice, trials).entries()) {
      if (expected[k] === null) expect(score).toBe(null)
      else expect(score).toBeCloseTo(expected[k] as number, 10)
    }
  })

  it('ranks undefined and infeasible trials last, and ties in the middle', () => {
    expect([...midRanks([outcome(5), outcome(null), outcome(5), outcome(9, 1), outcome(7)])]).toEqual([
      0.625, 0, 0.625, 0, 1,
    ])
  })
})

it('a best value at the end of its range is flagged, except for externals with two values', () => {
  const lattice = latticeOf([2, 3, 9, 9])
  expect(edgeExternals(lattice, [0, 2, 0, 4])).toEqual(['x1', 'x2'])
})
