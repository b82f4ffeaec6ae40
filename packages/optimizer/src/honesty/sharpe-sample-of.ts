import type { SharpeSample } from './sharpe-sample.ts'

/** The sample of a run's returns; null if they are fewer than two or do not vary. */
export function sharpeSampleOf(returns: ArrayLike<number>): SharpeSample | null {
  const n = returns.length
  if (n < 2) return null
  let sum = 0
  for (let k = 0; k < n; k++) sum += returns[k] as number
  const mean = sum / n
  let [second, third, fourth] = [0, 0, 0]
  for (let k = 0; k < n; k++) {
    const distance = (returns[k] as number) - mean
    second += distance ** 2
    third += distance ** 3
    fourth += distance ** 4
  }
  second /= n
  // The same return in every period leaves only rounding.
  if (!(Math.sqrt(second) > Math.abs(mean) * 1e-9)) return null
  return {
    sharpe: mean / Math.sqrt((second * n) / (n - 1)),
    periods: n,
    skewness: third / n / second ** 1.5,
    kurtosis: fourth / n / second ** 2,
  }
}
