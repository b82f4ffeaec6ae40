import { createRandom } from '@tradeloom/domain'
import { expect, it } from 'vitest'

import { longRunDeviation } from './long-run-deviation.ts'

/** The formula of Politis and Romano (1994), lag by lag. */
function deviationByLags(values: readonly number[], restart: number): number {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const covariance = (lag: number): number => {
    let sum = 0
    for (let day = lag; day < n; day++) sum += ((values[day] ?? 0) - mean) * ((values[day - lag] ?? 0) - mean)
    return sum / n
  }
  let variance = covariance(0)
  for (let lag = 1; lag < n; lag++) {
    const weight = (1 - lag / n) * (1 - restart) ** lag + (lag / n) * (1 - restart) ** (n - lag)
    variance += 2 * weight * covariance(lag)
  }
  return Math.sqrt(Math.max(0, variance))
}

it.each([
  { days: 2, restart: 0.1 },
  { days: 3, restart: 0.5 },
  { days: 40, restart: 0.02 },
  { days: 250, restart: 0.1 },
  { days: 251, restart: 1 },
  { days: 1_000, restart: 0.1 },
])('the long-run deviation equals the sum over all lags: $days days, restart $restart', ({ days, restart }) => {
  const random = createRandom(days)
  let momentum = 0
  // Days that follow each other, so that the lags matter, on a mean that is not zero.
  const values = Array.from({ length: days }, () => {
    momentum = 0.6 * momentum + random() - 0.5
    return 0.3 + momentum
  })
  const mean = values.reduce((sum, value) => sum + value, 0) / days
  const expected = deviationByLags(values, restart)
  expect(Math.abs(longRunDeviation(values, mean, restart) / expected - 1)).toBeLessThan(1e-11)
})

it('the long-run deviation of a series that never changes is zero', () => {
  expect(longRunDeviation(new Float64Array(500).fill(0.25), 0.25, 0.1)).toBe(0)
})
