/**
 * Standard deviation of the square root of n times the mean of a series under the stationary bootstrap (Politis and Romano
 * 1994): autocovariances weighted as its blocks keep them. The weight of a lag is (1 - lag / n) keep^lag for days within a
 * block, plus (lag / n) keep^(n - lag) for those of a block that goes on at the first day. What all earlier days add to a
 * day follows from what they added to the day before, so there is no loop over lags.
 */
export function longRunDeviation(values: ArrayLike<number>, mean: number, restart: number): number {
  const n = values.length
  const powers = powersOf(1 - restart, n)
  const keep = powers[1] as number
  // Over all earlier days: keep^lag x, the same times the lag, keep^day x, and the same times the day.
  let [near, nearByLag, start, startByDay] = [0, 0, 0, 0]
  let sum = 0
  for (let day = 0; day < n; day++) {
    const x = (values[day] as number) - mean
    const within = near - nearByLag / n
    const around = ((powers[n - day] as number) * (day * start - startByDay)) / n
    sum += x * (x + 2 * (within + around))
    nearByLag = keep * (nearByLag + near + x)
    near = keep * (near + x)
    const weighted = (powers[day] as number) * x
    start += weighted
    startByDay += day * weighted
  }
  return Math.sqrt(Math.max(0, sum / n))
}

function powersOf(base: number, highest: number): Float64Array {
  const powers = new Float64Array(highest + 1).fill(1)
  for (let k = 1; k <= highest; k++) powers[k] = (powers[k - 1] as number) * base
  return powers
}
