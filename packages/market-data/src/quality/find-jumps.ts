import { MIN_PART, moveLimits, USUAL_MOVES } from './find-outliers.ts'

/**
 * Rows that begin far off the end of the row before them while the market was open all the time, measured by the moves
 * around them: prices of a continuous market go on where they were. `slots` tells how many bars (minutes) lie between
 * two rows, Infinity when the market was closed in between: what happens over a weekend is no defect.
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
    // A spike and its return are known already.
    if (outliers.has(row) || outliers.has(row - 1)) continue
    // Prices drift apart with the square root of the time in which nothing was seen.
    if (move > usual(row) * USUAL_MOVES * Math.sqrt(Math.max(1, slots(row)))) jumps.push(row)
  }
  return jumps
}
