import type { SeriesTable } from '../store/series.ts'

/** Rows that share one measure of typical moves. */
const BLOCK = 512
/** A spike moves away by this many typical moves, and returns by as many. */
export const USUAL_MOVES = 25
/** And by at least this fraction of the price: in a quiet market, rounding makes the typical move almost zero. */
export const MIN_PART = 0.002
/** No market moves by this factor from one row to the next; a change of unit does. */
const JUMP = 8

/**
 * A high or low this far from the bar's own open and close is a spike inside the bar; news moves reach about half of
 * it.
 */
const WICK_MOVES = 60
const WICK_PART = 0.005

export interface OutlierFindings {
  readonly outliers: readonly number[]
  /** The power of ten by which the price jumps from one row to the next and stays; 1 if there is no such jump. */
  readonly jumped: number
}

/** Finds rows whose price is far from both neighbors, relative to the moves around them. */
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

/** Bars whose high or low is far from their open and close. */
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

/** The typical move from row to row around a row; must be called with increasing rows. */
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

/** Median of the nonzero moves. */
function usualMove(price: Float64Array, from: number, to: number): number {
  const moves = new Float64Array(to - from)
  let count = 0
  for (let row = from; row < to; row++) {
    const move = Math.abs((price[row] as number) - (price[row - 1] as number))
    if (move > 0) moves[count++] = move
  }
  // A typed array sorts numerically.
  return moves.subarray(0, count).sort()[count >> 1] ?? 0
}
