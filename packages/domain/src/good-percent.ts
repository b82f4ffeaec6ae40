/** Percentage of good bars with two decimals, cut off: 100 means that not one is bad. */
export function goodPercent(good: number, expected: number): number {
  return expected === 0 ? 0 : Math.floor((10_000 * good) / expected) / 100
}
