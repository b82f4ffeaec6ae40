import type { SeriesTable } from '../store/series.ts'

/** Rows that share one measure of how much prices move. */
const BLOCK = 512
/** A spike leaves by this many usual moves and comes back by as many. */
export const USUAL_MOVES = 25
/** And by at least this part of the price: rounding makes the usual move of a quiet market almost nothing. */
export const MIN_PART = 0.002
/** From one row to the next no market moves by this factor; a change of unit does. */
const JUMP = 8

/** A high or low this far off the bar's own open and close is a spike inside the bar; news reach about half of it. */
const WICK_MOVES = 60
const WICK_PART = 0.005

export interface OutlierFindings {
  readonly outliers: readonly number[]
  /** The power of ten by which a price jumps from one row to the next and stays; 1 when there is none. */
  readonly jumped: number
}

/** Finds rows whose price stands far off from both neighbours, measured by the moves around them. */
export function findOutliers(price: Float64Array): OutlierFindings {
  const outliers: number[] = []
  let jumped = 1
  const usual = moveLimits(price)
  for (let row = 1; row < price.length; row++) {
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
    const limit = Math.max(usual(row) * USUAL_MOVES, here * MIN_PART)
    const left = here - before
    const right = here - after
    if (left * right > 0 && Math.abs(left) > limit && Math.abs(right) > limit) outliers.push(row)
  }
  return { outliers, jumped }
}

/** Bars whose high or low stands far off from their open and close. */
export function findWicks({ key, rows, columns }: SeriesTable): number[] {
  if (key.interval === 'Tick') return []
  const found: number[] = []
  const [, open, high, low, close] = columns as Float64Array[]
  const usual = moveLimits(close as Float64Array)
  for (let row = 1; row < rows; row++) {
    const [begin, end] = [open?.[row] as number, close?.[row] as number]
    const upper = (high?.[row] as number) - Math.max(begin, end)
    const lower = Math.min(begin, end) - (low?.[row] as number)
    if (Math.max(upper, lower) > Math.max(usual(row) * WICK_MOVES, end * WICK_PART)) found.push(row)
  }
  return found
}

/** How much the price usually moves from row to row around a row; rows are to be asked for in order. */
export function moveLimits(price: Float64Array): (row: number) => number {
  let block = -1
  let usual = 0
  return (row) => {
    const wanted = Math.floor((row - 1) / BLOCK)
    if (wanted !== block) {
      block = wanted
      const from = wanted * BLOCK + 1
      usual = usualMove(price, from, Math.min(price.length, from + BLOCK))
    }
    return usual
  }
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
