import { describe, expect, it } from 'vitest'

import { mergeMoments } from './merge-moments.ts'
import { momentsOfTrials } from './moments-of-trials.ts'
import { TrialLedger } from './trial-ledger.ts'

describe('the ledger of trials', () => {
  const samples = Array.from({ length: 40 }, (_, k) => ({ meanByDeviation: Math.sin(k) / 10, periods: 200 + 7 * k }))

  it('has the moments of all trials, however they were divided', () => {
    const all = momentsOfTrials(samples)
    const parts = [samples.slice(0, 3), [], samples.slice(3, 30), samples.slice(30)].map(momentsOfTrials)
    const merged = mergeMoments(parts)
    expect(merged.count).toBe(40)
    expect(merged.mean).toBeCloseTo(all.mean, 12)
    expect(merged.squares).toBeCloseTo(all.squares, 12)
    const z = samples.map(({ meanByDeviation, periods }) => meanByDeviation * Math.sqrt(periods - 1))
    const mean = z.reduce((sum, value) => sum + value, 0) / 40
    expect(all.squares).toBeCloseTo(
      z.reduce((sum, value) => sum + (value - mean) ** 2, 0),
      10,
    )
  })

  it('counts trials without a ratio, which change neither mean nor variance, wherever they are', () => {
    const { mean, squares } = momentsOfTrials(samples)
    const unrated = { count: 7, rated: 0, mean: 0, squares: 0 }
    for (const lines of [
      [unrated, momentsOfTrials(samples)],
      [momentsOfTrials(samples), unrated],
      [unrated, momentsOfTrials(samples.slice(0, 5)), unrated, momentsOfTrials(samples.slice(5))],
    ]) {
      const merged = mergeMoments(lines)
      expect(merged).toMatchObject({ count: 40 + 7 * lines.filter((line) => line === unrated).length, rated: 40 })
      expect(merged.mean).toBeCloseTo(mean, 12)
      expect(merged.squares).toBeCloseTo(squares, 12)
    }
    expect(mergeMoments([unrated, unrated])).toEqual({ ...unrated, count: 14 })
  })

  it('counts the trials of a repeated optimization once', () => {
    const [one, two] = [samples.slice(0, 25), samples.slice(25)].map(momentsOfTrials) as [
      ReturnType<typeof momentsOfTrials>,
      ReturnType<typeof momentsOfTrials>,
    ]
    const ledger = new TrialLedger()
    ledger.record('b', two)
    ledger.record('a', one)
    ledger.record('b', two)
    const other = new TrialLedger()
    other.record('a', one)
    other.record('b', two)
    expect(ledger.total()).toEqual(other.total())
    expect(ledger.total().count).toBe(40)
  })
})
