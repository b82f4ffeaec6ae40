export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  return sum / values.length
}

/** Sample standard deviation (n - 1). */
export function deviation(values: ArrayLike<number>): number {
  const middle = mean(values)
  let squares = 0
  for (let at = 0; at < values.length; at++) squares += ((values[at] as number) - middle) ** 2
  return Math.sqrt(squares / (values.length - 1))
}

/** The remainder after subtracting a sum of squares from `of`; 0 if it is only rounding noise. */
export function withoutNoise(rest: number, of: number): number {
  return rest > of * 1e-12 ? rest : 0
}

/** Skewness and raw kurtosis (3 for a normal distribution) from population moments. */
export function shape(values: ArrayLike<number>): { readonly skewness: number; readonly kurtosis: number } {
  const middle = mean(values)
  let second = 0
  let third = 0
  let fourth = 0
  for (let at = 0; at < values.length; at++) {
    const difference = (values[at] as number) - middle
    second += difference ** 2
    third += difference ** 3
    fourth += difference ** 4
  }
  const n = values.length
  second /= n
  return { skewness: third / n / second ** 1.5, kurtosis: fourth / n / second ** 2 }
}

/** Cumulative distribution function of the normal distribution, accurate to about 1e-15. */
export function normalProbability(z: number): number {
  return z < 0 ? upperTail(-z) : 1 - upperTail(z)
}

/** Probability above `z` >= 0: a series near the center, a continued fraction in the tail. */
function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z < 3) {
    let term = z
    let sum = z
    for (let k = 1; k < 200 && Math.abs(term) > 1e-17; k++) {
      term *= (z * z) / (2 * k + 1)
      sum += term
    }
    return 0.5 - density * sum
  }
  let fraction = 0
  for (let k = 100; k > 0; k--) fraction = k / (z + fraction)
  return density / (z + fraction)
}

export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share
  const low = Math.floor(position)
  const a = sorted[low] as number
  const b = sorted[Math.min(low + 1, sorted.length - 1)] as number
  return a + (b - a) * (position - low)
}

/**
 * Quantile of the normal distribution for `share`, 0 < share < 1, accurate to about 1e-12. Shares above one half are
 * computed in the upper tail, where `1 - share` is still distinguishable from 0.
 */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share)
  // Bounds that hold for every share that a double can distinguish from 0, bisected until Newton's steps are safe.
  let low = -39
  let high = 0
  for (let turn = 0; turn < 20; turn++) {
    const middle = (low + high) / 2
    if (normalProbability(middle) < share) low = middle
    else high = middle
  }
  let z = (low + high) / 2
  for (let turn = 0; turn < 4; turn++) z -= (normalProbability(z) - share) / normalDensity(z)
  return z
}

export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
}

/** Annualized returns per period, compounded: -1 after a total loss. */
export function compounded(returns: readonly number[], perYear: number): number {
  let growth = 1
  for (const value of returns) growth *= Math.max(0, 1 + value)
  return growth ** (perYear / returns.length) - 1
}

/** Pearson's correlation; 0 if either column does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [mean(a), mean(b)]
  let [squaresA, squaresB, product] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const x = (a[at] as number) - middleA
    const y = (b[at] as number) - middleB
    squaresA += x * x
    squaresB += y * y
    product += x * y
  }
  return squaresA > 0 && squaresB > 0 ? product / Math.sqrt(squaresA * squaresB) : 0
}

export function total(values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  return sum
}
