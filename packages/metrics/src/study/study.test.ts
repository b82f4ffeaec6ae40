import { createRandom } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'

import { overfittingProbability } from './overfitting-probability.ts'
import { overfittingSplits } from './overfitting-splits.ts'
import { STUDY_METRICS } from './registry.ts'
import { walkForwardEfficiency, type WalkForwardInput } from './walk-forward-efficiency.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** All ways to choose `count` of the numbers below `from`. */
function choices(from: number, count: number): number[][] {
  if (count === 0) return [[]]
  if (from === 0) return []
  return [...choices(from - 1, count), ...choices(from - 1, count - 1).map((chosen) => [...chosen, from - 1])]
}

/** CSCV implemented again: halves as lists of returns, ranks by sorting. */
function plainProbability(trials: readonly (readonly number[])[], blocks: number): number {
  const length = Math.floor((trials[0] as readonly number[]).length / blocks)
  const recent = trials.map((returns) => returns.slice(returns.length - length * blocks))
  const ratio = (returns: readonly number[]) => {
    const middle = sum(returns) / returns.length
    const squares = sum(returns.map((value) => (value - middle) ** 2))
    return middle / Math.sqrt(squares / (returns.length - 1))
  }
  const half = (returns: readonly number[], chosen: readonly number[]) =>
    chosen.flatMap((block) => returns.slice(block * length, (block + 1) * length))
  const splits = choices(blocks, blocks / 2)
  const parts = splits.map((inside) => {
    const outside = Array.from({ length: blocks }, (_, at) => at).filter((block) => !inside.includes(block))
    const before = recent.map((returns) => ratio(half(returns, inside)))
    const after = recent.map((returns) => ratio(half(returns, outside)))
    const sorted = after.toSorted((a, b) => a - b)
    const middle = (sorted.length - 1) / 2
    const median = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
    const reached = after[before.indexOf(Math.max(...before))] as number
    // With an odd number of trials, the winner may be the median itself.
    return reached < median ? 1 : reached === median ? 1 / 2 : 0
  })
  return sum(parts) / splits.length
}

function trialsOf(count: number, periods: number, seed: number, edge: (trial: number) => number): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, trial) =>
    Array.from({ length: periods }, () => (random() - 0.5) / 50 + edge(trial)),
  )
}

describe('probability of backtest overfitting', () => {
  it.each([
    [5, 60, 6],
    [8, 83, 8],
    [3, 64, 16],
  ])('%i trials of %i periods in %i blocks, by an independent implementation', (count, periods, blocks) => {
    const trials = trialsOf(count, periods, 7, () => 0)
    const { value, n } = overfittingProbability.compute({ trials, blocks })
    expect(value).toBeCloseTo(plainProbability(trials, blocks), 12)
    expect(n).toBe(periods - (periods % blocks))
    expect(value).toBeGreaterThan(0)
  })

  it('is 11 of 12 for three trials of eight returns, as computed by hand', () => {
    const trials = [
      [3, 1, 2, -1, -2, 1, 0, 2],
      [-1, 2, 1, 3, 0, -2, 4, -1],
      [0, 1, -1, 1, 3, 2, -1, 1],
    ]
    const input = { trials, blocks: 4 }
    expect(overfittingProbability.compute(input).value).toBeCloseTo(11 / 12, 12)
    const [low, middle, ...others] = overfittingSplits(input).logits
    expect(low).toEqual({ value: expect.closeTo(-1.0986, 4) as number, splits: 5 })
    expect(middle).toEqual({ value: 0, splits: 1 })
    expect(others).toEqual([])
  })

  it.each([2, 3, 4, 5, 6, 7])('is one half on average for %i trials of pure luck', (count) => {
    const values = Array.from(
      { length: 1_500 },
      (_, seed) =>
        overfittingProbability.compute({ trials: trialsOf(count, 24, 1 + seed, () => 0), blocks: 6 }).value as number,
    )
    const error = Math.sqrt(sum(values.map((value) => (value - 0.5) ** 2))) / values.length
    expect(Math.abs(sum(values) / values.length - 0.5)).toBeLessThan(3.5 * error)
  })

  it('counts trials with equal returns once, and has no value for a single trial', () => {
    const [one, ...others] = trialsOf(5, 90, 3, () => 0) as [number[], ...number[][]]
    const same = Array.from({ length: 9 }, () => [...one])
    const compute = (trials: number[][]) => overfittingProbability.compute({ trials })
    expect(compute(same)).toMatchObject({ value: null, reason: 'too-few' })
    const copied = compute([...same, ...others, ...same, ...others])
    expect(copied.value).toBe(compute([one, ...others]).value)
  })

  it('gives ties out of sample the middle of their ranks', () => {
    // Two halves. The first trial wins the earlier one; later it is equal to the second and below the third: rank 1.5
    // of 3. The third wins the later half, and is last in the earlier one.
    const later = [0.01, -0.02, 0.03, 0.01]
    const trials = [
      [0.05, 0.06, 0.05, 0.04, ...later],
      [0.01, 0.02, -0.01, 0.01, ...later],
      [-0.03, -0.02, -0.01, -0.01, 0.02, 0.03, 0.02, 0.01],
    ]
    const of = (some: number[][]) => overfittingProbability.compute({ trials: some, blocks: 2 }).value
    expect(of(trials)).toBe((1 + 1) / 2)
    // With only the first two, the tie is the middle: one half. The later half is also a tie, which the lower index
    // wins.
    expect(of(trials.slice(0, 2))).toBe((1 / 2 + 0) / 2)
    expect(of(trials.slice(0, 2).toReversed())).toBe((1 / 2 + 1) / 2)
  })

  it('is 0 if one trial is always better, and high if luck alternates', () => {
    expect(overfittingProbability.compute({ trials: trialsOf(9, 320, 1, (at) => at / 100) }).value).toBe(0)
    // Each trial has one good stretch: an earlier winner is no better later.
    const lucky = trialsOf(16, 320, 1, () => 0).map((returns, trial) =>
      returns.map((value, at) => value + (Math.floor(at / 20) === trial ? 0.05 : 0)),
    )
    expect(overfittingProbability.compute({ trials: lucky }).value).toBeGreaterThan(0.8)
  })

  it('has no value for one trial, few periods or constant returns', () => {
    const compute = overfittingProbability.compute
    expect(compute({ trials: trialsOf(1, 90, 1, () => 0) }).reason).toBe('too-few')
    expect(compute({ trials: trialsOf(4, 31, 1, () => 0) }).reason).toBe('too-few')
    expect(compute({ trials: [] }).reason).toBe('too-few')
    const still = [0.001, 0.002].map((value) => Array.from({ length: 64 }, () => value))
    expect(compute({ trials: still }).reason).toBe('zero-deviation')
  })

  it('rejects trials of different lengths and blocks that cannot be halved', () => {
    const [a, b] = trialsOf(2, 90, 1, () => 0) as [number[], number[]]
    expect(() => overfittingProbability.compute({ trials: [a, b.slice(1)] })).toThrow(/differ in length/)
    expect(() => overfittingProbability.compute({ trials: [a, b], blocks: 7 })).toThrow(/7 blocks/)
  })
})

describe('walk-forward efficiency', () => {
  it('is the annual out-of-sample return divided by the in-sample return', () => {
    const { value, n } = walkForwardEfficiency.compute({
      inSample: [0.01, 0.01, -0.005, 0.02],
      outOfSample: [0.004, -0.002],
      inSampleDays: 6,
      outOfSampleDays: 3,
    })
    const inside = (1.01 * 1.01 * 0.995 * 1.02) ** (365.25 / 6) - 1
    expect(value).toBeCloseTo(((1.004 * 0.998) ** (365.25 / 3) - 1) / inside, 12)
    expect(n).toBe(2)
  })

  it('has no value after losing windows, or without windows', () => {
    const months = { inSampleDays: 365.25 / 12, outOfSampleDays: 365.25 / 12 }
    const compute = (returns: Pick<WalkForwardInput, 'inSample' | 'outOfSample'>) =>
      walkForwardEfficiency.compute({ ...returns, ...months })
    expect(compute({ inSample: [-0.01], outOfSample: [0.01] }).reason).toBe('not-positive')
    expect(compute({ inSample: [], outOfSample: [0.01] }).reason).toBe('too-few')
    expect(compute({ inSample: [0.01], outOfSample: [] }).reason).toBe('too-few')
    expect(compute({ inSample: [0.1], outOfSample: [-1.5] }).value).toBeCloseTo(-1 / (1.1 ** 12 - 1), 12)
  })
})

it('every study metric is compared above', () => {
  expect(STUDY_METRICS.map(({ key }) => key)).toEqual(['overfittingProbability', 'walkForwardEfficiency'])
})
