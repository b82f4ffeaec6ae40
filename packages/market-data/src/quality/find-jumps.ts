import { MIN_PART, moveLimits, USUAL_MOVES } from './find-outliers.ts'

/**
 * Rows that open far from the previous row's end while the market was open, relative to the moves around them: prices
 * of a continuous market continue where they were. `slots` is the number of bars (minutes) between two rows, Infinity
 * if the market was closed in between: a weekend gap is not a defect.
 */
export function findJumps(
  open: Float64Array,
  close: Float64Array,
  outliers: ReadonlySet<number>,
  slots: (row: number) => number,
): number[] {
  const jumps: number[] = []
  const usual = moveLimits(close)
  for (let row = 1; row < open.length; row++) {
    const before = close[row - 1] as number
    const move = Math.abs((open[row] as number) - before)
    if (move <= before * MIN_PART || move <= usual(row) * USUAL_MOVES) continue
    // A spike and its return have been reported already.
    if (outliers.has(row) || outliers.has(row - 1)) continue
    // Prices diffuse with the square root of the time that is missing.
    if (move > usual(row) * USUAL_MOVES * Math.sqrt(Math.max(1, slots(row)))) jumps.push(row)
  }
  return jumps
}
