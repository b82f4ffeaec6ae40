import { createRandom } from '@tradeloom/domain'

import { once } from '../stats/once.ts'
import { selectQuantile } from '../stats/order-statistics.ts'
import { normalProbability } from '../stats/statistics.ts'

const DRAWS = 2_000
/** Decades of days get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MAX_VALUES = 4_000_000
const SEED = 20_120_201

/**
 * A list drawn again many times, in blocks of neighbours, with a fixed seed. What metrics ask of a draw are mostly sums
 * of columns; a block of a column is the difference of two running sums.
 */
export class Resample {
  readonly size: number
  readonly draws: number
  readonly block: number
  /** First value of each block, draw after draw. Blocks run on from the last value to the first. */
  readonly starts: Uint32Array
  readonly blocks: number
  /** Share of the draws on either side of a 95 % interval. */
  readonly tail: number
  readonly counts: () => Uint16Array
  readonly #sums = new Map<ArrayLike<number>, Float64Array>()

  /** `size` at least 2. */
  constructor(size: number, block: number) {
    this.size = size
    this.block = block
    this.draws = Math.max(500, Math.min(DRAWS, Math.floor(MAX_VALUES / size)))
    this.blocks = Math.ceil(size / block)
    this.starts = new Uint32Array(this.draws * this.blocks)
    this.tail = tailShare(size, block)
    this.counts = once(() => countsOf(this))
    const random = createRandom(SEED)
    for (let at = 0; at < this.starts.length; at++) this.starts[at] = Math.floor(random() * size)
  }

  /** Sum of a column over each draw. One and the same column is summed up once. */
  sums(column: ArrayLike<number>): Float64Array {
    const known = this.#sums.get(column)
    if (known) return known
    const sums = this.block === 1 ? sumsOfSingles(this, column) : sumsOfBlocks(this, column)
    this.#sums.set(column, sums)
    return sums
  }
}

function sumsOfSingles({ size, draws, starts }: Resample, column: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(column)
  const sums = new Float64Array(draws)
  for (let draw = 0, at = 0; draw < draws; draw++) {
    let sum = 0
    for (const end = at + size; at < end; at++) sum += values[starts[at] as number] as number
    sums[draw] = sum
  }
  return sums
}

function sumsOfBlocks({ size, draws, starts, blocks, block }: Resample, column: ArrayLike<number>): Float64Array {
  // Running sums over the list and once more over its beginning, for the blocks that run on there.
  const running = new Float64Array(size + block + 1)
  for (let at = 0; at < size + block; at++) running[at + 1] = (running[at] as number) + (column[at % size] as number)
  const last = size - (blocks - 1) * block
  const sums = new Float64Array(draws)
  for (let draw = 0, at = 0; draw < draws; draw++) {
    let sum = 0
    for (const end = at + blocks; at < end; at++) {
      const from = starts[at] as number
      sum += (running[from + (at + 1 === end ? last : block)] as number) - (running[from] as number)
    }
    sums[draw] = sum
  }
  return sums
}

/** How often each draw chose each value, draw after draw. */
function countsOf({ size, draws, starts, blocks, block }: Resample): Uint16Array {
  const counts = new Uint16Array(draws * size)
  for (let draw = 0; draw < draws; draw++) {
    const base = draw * size
    let left = size
    for (let at = draw * blocks; left > 0; at++) {
      let from = starts[at] as number
      for (let step = Math.min(block, left); step > 0; step--) {
        counts[base + from] = (counts[base + from] as number) + 1
        from = from + 1 === size ? 0 : from + 1
      }
      left -= block
    }
  }
  return counts
}

export type Interval = readonly [number, number] | null
/** A statistic of the sums of up to five columns. */
export type SumStatistic = (a: number, b: number, c: number, d: number, e: number) => number

/** 97.5 of 100 normal values lie below it. */
const NORMAL = 1.96

/**
 * Share of the draws to leave out on either side for a 95 % interval, in place of 2.5 %: few values vary less when
 * they are drawn from themselves than they did, blocks of them less still, and how much they vary is known less well.
 * Expanded percentiles (Hesterberg 2015): the normal quantile that stands for Student's, with the variance that
 * drawing in blocks hides put back. Blocks that overlap know half as much again as those that do not.
 */
export function tailShare(size: number, block: number): number {
  const freedom = Math.max(1, block === 1 ? size - 1 : (1.5 * size) / block - 1)
  return normalProbability(-studentQuantile(freedom) * Math.sqrt(size / (size - block)))
}

/** 97.5 of 100 of Student's values lie below it, by Cornish and Fisher's expansion: within 1 % from 2 degrees on. */
function studentQuantile(freedom: number): number {
  const z = NORMAL
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1_482 * z ** 5 - 1_920 * z ** 3 - 945 * z) / (92_160 * freedom ** 4)
  )
}

/**
 * Interval of a statistic, which is told the number of the draw; `tail` is the share of the draws on either side of it.
 * Draws in which the statistic grows beyond all bounds count as such, those in which it is undefined do not. Null when
 * hardly any draw has one, and when there is no bound.
 */
export function intervalOf(draws: number, tail: number, statistic: (draw: number) => number): Interval {
  const results = new Float64Array(draws)
  let count = 0
  for (let draw = 0; draw < draws; draw++) {
    const result = statistic(draw)
    if (!Number.isNaN(result)) results[count++] = result
  }
  if (count < draws / 2) return null
  const found = results.subarray(0, count)
  const [low, high] = [selectQuantile(found, tail), selectQuantile(found, 1 - tail)]
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null
}

/** 95 % interval of a statistic of sums of columns, each as long as the list that was drawn again. */
export function sumInterval(
  draws: Resample | null,
  columns: readonly ArrayLike<number>[],
  statistic: SumStatistic,
): Interval {
  if (!draws) return null
  const [a, b, c, d, e] = columns.map((column) => draws.sums(column))
  const at = (sums: Float64Array | undefined, draw: number) => (sums ? (sums[draw] as number) : 0)
  return intervalOf(draws.draws, draws.tail, (draw) =>
    statistic(at(a, draw), at(b, draw), at(c, draw), at(d, draw), at(e, draw)),
  )
}
