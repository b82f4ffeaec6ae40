import { expect, it } from 'vitest'

import { computeMetrics } from './compute-metrics.ts'
import { storedRuns } from './catalog/stored-runs.fixture.ts'
import { withTrials } from './with-trials.ts'

const trials = { count: 40, rated: 40, mean: 0.2, squares: 51 }

it('stored metrics get the deflated Sharpe ratio that they would have had among these trials, and nothing else', () => {
  for (const run of Object.values(storedRuns())) {
    const alone = computeMetrics({ ...run, trials: null })
    const among = computeMetrics({ ...run, trials })
    const found = withTrials(alone, trials)
    const value = among['deflatedSharpe']?.value ?? null
    expect(found).toEqual({
      ...among,
      deflatedSharpe: { ...among['deflatedSharpe'], value: value && (expect.closeTo(value, 13) as number) },
    })
    expect(found['deflatedSharpe']?.trials).toBe(value === null ? undefined : 40)
  }
})

it('a run whose lineage has no recorded trial is its only one', () => {
  const alone = computeMetrics({ ...storedRuns()['usual']!, trials: null })
  const { value, trials: count } = withTrials(alone, { count: 0, rated: 0, mean: 0, squares: 0 })['deflatedSharpe']!
  expect(count).toBe(1)
  expect(value).toBeCloseTo(alone['deflatedSharpe']?.value as number, 13)
})
