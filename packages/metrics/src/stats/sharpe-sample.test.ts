import { describe, expect, it } from 'vitest'

import { expectedMaximum, luckiestSharpe } from './luckiest-sharpe.ts'
import { minimumTrackRecord } from './minimum-track-record.ts'
import { probabilisticSharpe } from './probabilistic-sharpe.ts'
import { sharpeSample } from './sharpe-sample.ts'

describe('the sample of a Sharpe ratio', () => {
  it('has the ratio above a risk-free rate of 2% a year, the one without it, skewness and raw kurtosis', () => {
    const sample = sharpeSample([1, 2, 3, 6], 260)
    expect(sample?.sharpe).toBeCloseTo((3 - 0.02 / 260) / Math.sqrt(14 / 3), 12)
    expect(sample?.meanByDeviation).toBeCloseTo(3 / Math.sqrt(14 / 3), 12)
    expect(sample?.periods).toBe(4)
    expect(sample?.skewness).toBeCloseTo((-8 - 1 + 27) / 4 / 3.5 ** 1.5, 12)
    expect(sample?.kurtosis).toBeCloseTo((16 + 1 + 81) / 4 / 3.5 ** 2, 12)
  })

  it('does not exist for one return, or for returns that do not vary', () => {
    expect(sharpeSample([0.1, 0.1, 0.1], 365)).toBe(null)
    expect(sharpeSample([0.1], 365)).toBe(null)
  })
})

describe('the deflated Sharpe ratio', () => {
  const best = { sharpe: 2.5 / Math.sqrt(250), periods: 1250, skewness: -3, kurtosis: 10 }
  /** Ratios with a variance of 1/2 a year. */
  const trials = (count: number) => ({ count, rated: count, mean: 0, squares: (0.5 / 250) * 1249 * (count - 1) })
  const deflated = (one: typeof best, count: number) => probabilisticSharpe(one, luckiestSharpe(trials(count), 1250))

  it('has the values of its paper', () => {
    expect(luckiestSharpe(trials(100), 1250)).toBeCloseTo(0.113172, 6)
    expect(deflated(best, 100)).toBeCloseTo(0.900397, 6)
    expect(deflated(best, 46)).toBeCloseTo(0.950502, 6)
    expect(deflated({ ...best, skewness: 0, kurtosis: 3 }, 88)).toBeCloseTo(0.950491, 6)
  })

  it.each([
    [10, 1.574598],
    [100, 2.530603],
    [1000, 3.255122],
  ])('expects the best of %i lucky trials at %f deviations', (count, value) => {
    expect(expectedMaximum(count)).toBeCloseTo(value, 6)
  })

  it('does not trust the variance of fewer than ten trials, which may be alike by chance', () => {
    const alike = (count: number) => luckiestSharpe({ count, rated: count, mean: 1, squares: 0 }, 1250)
    expect(alike(9)).toBe(luckiestSharpe({ count: 9, rated: 9, mean: 0, squares: 8 }, 1250))
    expect(alike(10)).toBe(0)
    expect(alike(1)).toBe(0)
    // Few of many trials have a ratio.
    const few = luckiestSharpe({ count: 50, rated: 9, mean: 1, squares: 0 }, 1250)
    expect(few).toBe(luckiestSharpe({ count: 50, rated: 50, mean: 0, squares: 49 }, 1250))
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
    // 4.991 in the paper, with more decimals of the quantile 1.645.
    [12, -0.72, 5.78, 4.992],
  ])('with %i periods a year, skewness %f and kurtosis %f is %f years', (perYear, skewness, kurtosis, years) => {
    const root = Math.sqrt(perYear)
    const needed = minimumTrackRecord({ sharpe: 2 / root, periods: 99, skewness, kurtosis }, 1 / root) as number
    expect(needed / perYear).toBeCloseTo(years, 3)
  })

  it('does not exist for a ratio below the target', () => {
    expect(minimumTrackRecord({ sharpe: 0.1, periods: 99, skewness: 0, kurtosis: 3 }, 0.1)).toBe(null)
  })
})
