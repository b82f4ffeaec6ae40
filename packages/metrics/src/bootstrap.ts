import { createRandom } from '@tradeloom/domain'

import { quantile } from './statistics.ts'

const DRAWS = 2_000
/** Long inputs get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MOST_WORK = 400_000
const SEED = 20_120_201

/** 95 % interval of a statistic by drawing blocks of the input again, with a fixed seed. Null below 2 values. */
export function bootstrap(
  values: readonly number[],
  block: number,
  statistic: (draw: ArrayLike<number>) => number,
): readonly [number, number] | null {
  const n = values.length
  if (n < 2) return null
  const random = createRandom(SEED)
  const source = Float64Array.from(values)
  const draw = new Float64Array(n)
  const draws = Math.max(200, Math.min(DRAWS, Math.floor(MOST_WORK / n)))
  const results = new Float64Array(draws)
  let count = 0
  for (let turn = 0; turn < draws; turn++) {
    let left = 0
    let from = 0
    for (let at = 0; at < n; at++) {
      if (left === 0) {
        from = Math.floor(random() * n)
        left = block
      }
      draw[at] = source[from] as number
      from = from + 1 === n ? 0 : from + 1
      left -= 1
    }
    const result = statistic(draw)
    if (Number.isFinite(result)) results[count++] = result
  }
  if (count < draws / 2) return null
  const sorted = results.subarray(0, count).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}
