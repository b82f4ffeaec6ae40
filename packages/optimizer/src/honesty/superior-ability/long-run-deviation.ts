/**
 * Standard deviation of the square root of n times the mean of a series under the stationary bootstrap (Politis and Romano
 * 1994): autocovariances weighted as its blocks keep them.
 */
export function longRunDeviation(values: ArrayLike<number>, mean: number, restart: number): number {
  const n = values.length
  let variance = autocovariance(values, mean, 0)
  for (let lag = 1; lag < n; lag++) {
    const weight = ((n - lag) / n) * (1 - restart) ** lag + (lag / n) * (1 - restart) ** (n - lag)
    // Weights below this are lost in rounding; they are largest at both ends of the lags.
    if (weight > 1e-12) variance += 2 * weight * autocovariance(values, mean, lag)
  }
  return Math.sqrt(Math.max(0, variance))
}

function autocovariance(values: ArrayLike<number>, mean: number, lag: number): number {
  let sum = 0
  for (let k = lag; k < values.length; k++) sum += ((values[k] as number) - mean) * ((values[k - lag] as number) - mean)
  return sum / values.length
}
