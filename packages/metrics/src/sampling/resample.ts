import { createRandom } from '@tradeloom/domain'

import { quantile } from './statistics.ts'

const DRAWS = 2_000
/** Decades of days get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MOST_VALUES = 4_000_000
const SEED = 20_120_201

/**
 * A list drawn again many times, in blocks of neighbours, with a fixed seed. What metrics ask of a draw are mostly
 * sums, so a draw is kept as the number of times that each value was chosen: a sum is then a product of two columns.
 */
export class Resample {
  readonly size: number
  readonly draws: number
  readonly block: number
  /** First value of each block, draw after draw. */
  readonly starts: Uint32Array
  readonly blocks: number
  readonly #counts: Uint16Array
  readonly #sums = new Map<ArrayLike<number>, Float64Array>()

  /** `size` at least 2. Blocks run on from the last value to the first. */
  constructor(size: number, block: number) {
    this.size = size
    this.block = block
    this.draws = Math.max(500, Math.min(DRAWS, Math.floor(MOST_VALUES / size)))
    this.blocks = Math.ceil(size / block)
    this.starts = new Uint32Array(this.draws * this.blocks)
    this.#counts = new Uint16Array(this.draws * size)
    const random = createRandom(SEED)
    for (let at = 0; at < this.starts.length; at++) this.starts[at] = Math.floor(random() * size)
    for (let draw = 0; draw < this.draws; draw++) this.#count(draw)
  }

  #count(draw: number): void {
    const { size, block, blocks, starts } = this
    const base = draw * size
    let left = size
    for (let at = draw * blocks; left > 0; at++) {
      let from = starts[at] as number
      const length = Math.min(block, left)
      for (let step = 0; step < length; step++) {
        this.#counts[base + from] = (this.#counts[base + from] as number) + 1
        from = from + 1 === size ? 0 : from + 1
      }
      left -= length
    }
  }

  /** How often draw `draw` chose value `at`. */
  count(draw: number, at: number): number {
    return this.#counts[draw * this.size + at] as number
  }

  /** Sum of a column over each draw. One and the same column is summed up once. */
  sums(column: ArrayLike<number>): Float64Array {
    const known = this.#sums.get(column)
    if (known) return known
    const { size, draws } = this
    const values = Float64Array.from(column)
    const counts = this.#counts
    const sums = new Float64Array(draws)
    for (let draw = 0, cell = 0; draw < draws; draw++) {
      let sum = 0
      for (let at = 0; at < size; at++) sum += (counts[cell++] as number) * (values[at] as number)
      sums[draw] = sum
    }
    this.#sums.set(column, sums)
    return sums
  }
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
  const sorted = results.subarray(0, count).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
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
