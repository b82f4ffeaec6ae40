import { createRandom } from '@tradeloom/domain'

import { once } from './once.ts'
import { selectQuantile } from './order-statistics.ts'

const DRAWS = 2_000
/** Decades of days get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MOST_VALUES = 4_000_000
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
  readonly counts: () => Uint16Array
  readonly #sums = new Map<ArrayLike<number>, Float64Array>()

  /** `size` at least 2. */
  constructor(size: number, block: number) {
    this.size = size
    this.block = block
    this.draws = Math.max(500, Math.min(DRAWS, Math.floor(MOST_VALUES / size)))
    this.blocks = Math.ceil(size / block)
    this.starts = new Uint32Array(this.draws * this.blocks)
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

/** 95 % interval of a statistic, which is told the number of the draw. Null when hardly any draw has one. */
export function intervalOf(draws: number, statistic: (draw: number) => number): Interval {
  const results = new Float64Array(draws)
  let count = 0
  for (let draw = 0; draw < draws; draw++) {
    const result = statistic(draw)
    if (Number.isFinite(result)) results[count++] = result
  }
  if (count < draws / 2) return null
  const found = results.subarray(0, count)
  return [selectQuantile(found, 0.025), selectQuantile(found, 0.975)]
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
  return intervalOf(draws.draws, (draw) => statistic(at(a, draw), at(b, draw), at(c, draw), at(d, draw), at(e, draw)))
}
