import type { RowIndex } from '@tradeloom/domain'

import type { MarketRows } from '../market/market-rows.ts'

/** Log2 of the rows per small block, and of the small blocks per large one. */
const SHIFT = 6
const SMALL = 1 << SHIFT
const LARGE = 1 << (2 * SHIFT)

/** Prices of both sides, without the borders. */
export interface PriceRange {
  readonly bidLow: number
  readonly bidHigh: number
  readonly askLow: number
  readonly askHigh: number
}

/** Computed once for rows that many runs share. */
const known = new WeakMap<MarketRows, RowExtremes>()

/**
 * Highest and lowest prices of any span of rows without scanning it again: the extremes of blocks are kept from their
 * first use. So the excursions of many positions that are open at the same time take constant time each, however long
 * they were open.
 */
export class RowExtremes {
  readonly #count: number
  readonly #bidHigh: Levels
  readonly #bidLow: Levels
  readonly #askHigh: Levels
  readonly #askLow: Levels

  static of(rows: MarketRows): RowExtremes {
    const made = known.get(rows)
    if (made?.isOf(rows)) return made
    const fresh = new RowExtremes(rows)
    known.set(rows, fresh)
    return fresh
  }

  private constructor({ count, bidHigh, bidLow, askHigh, askLow }: MarketRows) {
    this.#count = count
    this.#bidHigh = levelsOf(bidHigh, 1)
    this.#bidLow = levelsOf(bidLow, -1)
    this.#askHigh = askHigh === bidHigh ? this.#bidHigh : levelsOf(askHigh, 1)
    this.#askLow = askLow === bidLow ? this.#bidLow : levelsOf(askLow, -1)
  }

  /** Rows of a feed may have grown since. */
  isOf({ count }: MarketRows): boolean {
    return count === this.#count
  }

  /** Maximum of the bid (or ask) over rows `from` to `to` (excluded); -Infinity if empty. */
  highest(isBid: boolean, from: number, to: number): number {
    return extreme(isBid ? this.#bidHigh : this.#askHigh, from, to)
  }

  /** Whether all rows of the block of a row are within a range, exclusively. False for the rows after the last whole block. */
  isWithin(row: RowIndex, { bidLow, bidHigh, askLow, askHigh }: PriceRange): boolean {
    const block = row >> SHIFT
    const low = this.#bidLow.small[block] as number
    if (low === low) {
      return (
        -low > bidLow &&
        (this.#bidHigh.small[block] as number) < bidHigh &&
        -(this.#askLow.small[block] as number) > askLow &&
        (this.#askHigh.small[block] as number) < askHigh
      )
    }
    if (!(block < this.#bidLow.small.length)) return false
    smallMost(this.#bidHigh, block)
    smallMost(this.#askLow, block)
    smallMost(this.#askHigh, block)
    // The last one: once it is known, so are the others.
    smallMost(this.#bidLow, block)
    return this.isWithin(row, { bidLow, bidHigh, askLow, askHigh })
  }

  /** The row after the block of a row. */
  endOfBlock(row: RowIndex): RowIndex {
    return (((row >> SHIFT) + 1) << SHIFT) as RowIndex
  }

  lowest(isBid: boolean, from: number, to: number): number {
    return -extreme(isBid ? this.#bidLow : this.#askLow, from, to)
  }
}

/** Spans shorter than this are scanned directly. */
export const SHORT_SPAN = 2 * SMALL

/** A column and the maxima of its blocks, NaN until they are known; minima are maxima of the negated values. */
interface Levels {
  readonly values: Float64Array
  readonly sign: 1 | -1
  readonly small: Float64Array
  readonly large: Float64Array
}

function levelsOf(values: Float64Array, sign: 1 | -1): Levels {
  const small = new Float64Array(values.length >> SHIFT).fill(NaN)
  const large = new Float64Array(values.length >> (2 * SHIFT)).fill(NaN)
  return { values, sign, small, large }
}

function extreme(levels: Levels, from: number, to: number): number {
  const { values, sign } = levels
  // Most positions are open for less than a block, so that plain steps come first.
  const border = (from + SMALL - 1) & -SMALL
  const head = border + SMALL <= to ? border : to
  let most = -Infinity
  for (let row = from; row < head; row++) {
    const value = sign * (values[row] as number)
    if (value > most) most = value
  }
  let row = head
  while (row < to) {
    let value: number
    if ((row & (LARGE - 1)) === 0 && row + LARGE <= to) {
      value = largeMost(levels, row >> (2 * SHIFT))
      row += LARGE
    } else if (row + SMALL <= to) {
      value = smallMost(levels, row >> SHIFT)
      row += SMALL
    } else {
      value = sign * (values[row] as number)
      row += 1
    }
    if (value > most) most = value
  }
  return most
}

function largeMost(levels: Levels, block: number): number {
  const { large } = levels
  const known = large[block] as number
  if (known === known) return known
  let most = -Infinity
  for (let part = block * SMALL; part < (block + 1) * SMALL; part++) {
    const value = smallMost(levels, part)
    if (value > most) most = value
  }
  large[block] = most
  return most
}

function smallMost({ values, sign, small }: Levels, block: number): number {
  const known = small[block] as number
  if (known === known) return known
  let most = -Infinity
  for (let row = block * SMALL; row < (block + 1) * SMALL; row++) {
    const value = sign * (values[row] as number)
    if (value > most) most = value
  }
  small[block] = most
  return most
}
