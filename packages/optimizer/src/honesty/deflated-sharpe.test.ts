import { luckiestSharpe } from '@tradeloom/metrics'
import { describe, expect, it } from 'vitest'

import { deflatedSharpe } from './deflated-sharpe.ts'
import { mergeMoments } from './merge-moments.ts'
import { minimumTrackRecord } from './minimum-track-record.ts'
import { momentsOfTrials } from './moments-of-trials.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { sharpeSampleOf } from './sharpe-sample-of.ts'
import { TrialLedger } from './trial-ledger.ts'

describe('the deflated Sharpe ratio', () => {
  const yearly = Math.sqrt(250)
  const best = { sharpe: 2.5 / yearly, periods: 1250, skewness: -3, kurtosis: 10 }
  /** Ratios with a variance of 1/2 a year. */
  const trials = (count: number) => ({ count, mean: 0, squares: (0.5 / 250) * 1249 * (count - 1) })

  it('has the values of its paper', () => {
    expect(deflatedSharpe(best, trials(100)).threshold).toBeCloseTo(0.113172, 6)
    expect(deflatedSharpe(best, trials(100)).probability).toBeCloseTo(0.900397, 6)
    expect(deflatedSharpe(best, trials(46)).probability).toBeCloseTo(0.950502, 6)
    const normal = { ...best, skewness: 0, kurtosis: 3 }
    expect(deflatedSharpe(normal, trials(88)).probability).toBeCloseTo(0.950491, 6)
  })

  it.each([
    [10, 1.574598],
    [100, 2.530603],
    [1000, 3.255122],
  ])('expects the best of %i lucky trials at %f deviations', (count, value) => {
    expect(luckiestSharpe({ count, variance: 1 })).toBeCloseTo(value, 6)
  })

  it('does not trust the variance of fewer than ten trials, which may be alike by chance', () => {
    const alike = (count: number) => deflatedSharpe(best, { count, mean: 1, squares: 0 })
    expect(alike(9).threshold).toBe(luckiestSharpe({ count: 9, variance: 1 / 1249 }))
    expect(alike(10).threshold).toBe(0)
    expect(alike(1).probability).toBe(probabilisticSharpe(best, 0))
  })
})

describe('the ledger of trials', () => {
  const samples = Array.from({ length: 40 }, (_, k) => ({ sharpe: Math.sin(k) / 10, periods: 200 + 7 * k }))

  it('has the moments of all trials, however they were divided', () => {
    const all = momentsOfTrials(samples)
    const parts = [samples.slice(0, 3), [], samples.slice(3, 30), samples.slice(30)].map(momentsOfTrials)
    const merged = mergeMoments(parts)
    expect(merged.count).toBe(40)
    expect(merged.mean).toBeCloseTo(all.mean, 12)
    expect(merged.squares).toBeCloseTo(all.squares, 12)
    const z = samples.map(({ sharpe, periods }) => sharpe * Math.sqrt(periods - 1))
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

describe('the probabilistic Sharpe ratio', () => {
  it('has the values of its paper', () => {
    const sample = { sharpe: 0.458, periods: 24, skewness: 0, kurtosis: 3 }
    expect(probabilisticSharpe(sample, 0)).toBeCloseTo(0.9817, 4)
    expect(probabilisticSharpe({ ...sample, skewness: -2.448, kurtosis: 10.164 }, 0)).toBeCloseTo(0.9134, 4)
  })
})

describe('the minimum track record', () => {
  it.each([
    [252, 0, 3, 2.731],
    [12, 0, 3, 3.24],
    [12, -0.72, 5.78, 4.991],
  ])('with %i periods a year, skewness %f and kurtosis %f is %f years', (perYear, skewness, kurtosis, years) => {
    const root = Math.sqrt(perYear)
    expect((minimumTrackRecord({ sharpe: 2 / root, skewness, kurtosis }, 1 / root) as number) / perYear).toBeCloseTo(
      years,
      3,
    )
  })

  it('does not exist for a ratio below the target', () => {
    expect(minimumTrackRecord({ sharpe: 0.1, skewness: 0, kurtosis: 3 }, 0.1)).toBe(null)
  })
})

it('the sample of returns has their ratio, skewness and raw kurtosis', () => {
  const sample = sharpeSampleOf([1, 2, 3, 6])
  expect(sample?.sharpe).toBeCloseTo(3 / Math.sqrt(14 / 3), 12)
  expect(sample?.skewness).toBeCloseTo((-8 - 1 + 27) / 4 / 3.5 ** 1.5, 12)
  expect(sample?.kurtosis).toBeCloseTo((16 + 1 + 81) / 4 / 3.5 ** 2, 12)
  expect(sharpeSampleOf([0.1, 0.1, 0.1])).toBe(null)
  expect(sharpeSampleOf([0.1])).toBe(null)
})
