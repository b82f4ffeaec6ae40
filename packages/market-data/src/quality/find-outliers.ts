/** Rows that share one measure of how much prices move. */
const BLOCK = 512
/** A spike leaves by this many usual moves and comes back by as many. */
const USUAL_MOVES = 25
/** And by at least this part of the price: rounding makes the usual move of a quiet market almost nothing. */
const LEAST_PART = 0.002
/** From one row to the next no market moves by this factor; a change of unit does. */
const JUMP = 8

export interface OutlierFindings {
  readonly outliers: readonly number[]
  /** The power of ten by which a price jumps from one row to the next and stays; 1 when there is none. */
  readonly jumped: number
}

/** Finds rows whose price stands far off from both neighbours, measured by the moves around them. */
export function findOutliers(price: Float64Array): OutlierFindings {
  const outliers: number[] = []
  let jumped = 1
  let usual = 0
  for (let row = 1; row < price.length; row++) {
    if ((row - 1) % BLOCK === 0) usual = usualMove(price, row, Math.min(price.length, row + BLOCK))
    const here = price[row] as number
    const before = price[row - 1] as number
    const ratio = here / before
    if (ratio >= JUMP || ratio <= 1 / JUMP) {
      outliers.push(row)
      if (jumped === 1) jumped = 10 ** Math.round(Math.log10(ratio))
      continue
    }
    const after = price[row + 1]
    if (after === undefined) continue
    const limit = Math.max(usual * USUAL_MOVES, here * LEAST_PART)
    const left = here - before
    const right = here - after
    if (left * right > 0 && Math.abs(left) > limit && Math.abs(right) > limit) outliers.push(row)
  }
  return { outliers, jumped }
}

/** Median of the moves that are not zero. */
function usualMove(price: Float64Array, from: number, to: number): number {
  const moves = new Float64Array(to - from)
  let count = 0
  for (let row = from; row < to; row++) {
    const move = Math.abs((price[row] as number) - (price[row - 1] as number))
    if (move > 0) moves[count++] = move
  }
  // A typed array sorts by value.
  return moves.subarray(0, count).sort()[count >> 1] ?? 0
}
