import { createRandom } from '@tradeloom/domain'

import { once } from '../stats/once.ts'
import { selectQuantile } from '../stats/order-statistics.ts'
import { normalProbability } from '../stats/statistics.ts'

const DRAWS = 2_000
/** Many values get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MAX_VALUES = 4_000_000
const SEED = 20_120_201

/**
 * Bootstrap resamples of a list, in blocks of neighbors, with a fixed seed. Most statistics of a resample are sums of
 * columns; the sum of a block is the difference of two prefix sums.
 */
export class Resample {
  readonly size: number
  readonly draws: number
  readonly block: number
  /** First index of each block, draw by draw. Blocks wrap around from the last value to the first. */
  readonly starts: Uint32Array
  readonly blocks: number
  /** Share of the draws on either side of a 95% interval. */
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

  /** Sum of a column for each draw. Each column is only summed once. */
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
  // Prefix sums over the list and again over its beginning, for blocks that wrap around.
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

/** How often each draw contains each value, draw by draw. */
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

/** 97.5% quantile of the normal distribution. */
const NORMAL = 1.96

/**
 * Share of the draws to cut off on either side for a 95% interval, instead of 2.5%. Few values vary less when resampled
 * than in reality, blocks of them even less, and their variance is known less precisely. Expanded percentiles
 * (Hesterberg 2015): the normal quantile equivalent to Student's, with the variance restored that block resampling
 * hides. Overlapping blocks carry half as much information again as disjoint ones.
 */
export function tailShare(size: number, block: number): number {
  const freedom = Math.max(1, block === 1 ? size - 1 : (1.5 * size) / block - 1)
  return normalProbability(-studentQuantile(freedom) * Math.sqrt(size / (size - block)))
}

/** 97.5% quantile of Student's distribution by the Cornish-Fisher expansion: within 1% from 2 degrees of freedom. */
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
 * Interval of a statistic of a draw's number; `tail` is the share of the draws on either side. Draws in which the
 * statistic is infinite count, those in which it is undefined do not. Null if hardly any draw has a value, or if there
 * is no bound.
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

/** 95% interval of a statistic of sums of columns, each as long as the resampled list. */
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
