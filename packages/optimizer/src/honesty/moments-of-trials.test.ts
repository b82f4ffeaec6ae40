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
