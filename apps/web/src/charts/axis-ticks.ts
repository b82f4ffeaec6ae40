/** The next of 1, 2, 2.5 and 5 times a power of ten: steps that people count in. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= least * (1 - 1e-12)) ?? 10
  return Number((factor * power).toPrecision(12))
}

/** About `count` round values within low and high. */
export function niceTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return []
  const step = niceStep((high - low) / count)
  const ticks: number[] = []
  for (let at = Math.ceil(low / step); at * step <= high * (1 + 1e-12) + step * 1e-9; at++) {
    ticks.push(Number((at * step).toPrecision(12)))
  }
  return ticks
}

/** Decimals with which multiples of a step are told apart. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 8; decimals++) {
    if (Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) < 1e-6) return decimals
  }
  return 8
}
