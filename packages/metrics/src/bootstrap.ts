import { quantile } from './statistics.ts'

const DRAWS = 2_000
/** Long inputs get fewer draws: their intervals are narrow, and a run should not wait for them. */
const MOST_WORK = 400_000
const SEED = 20_120_201

/** What the metrics ask of an input that was drawn again many times: one number for each draw. */
export interface Draws {
  /** How many values each draw holds. */
  readonly n: number
  readonly sums: Float64Array
  /** Sums of the values above 0, and of those below, as positive numbers. */
  readonly gains: Float64Array
  readonly losses: Float64Array
  /** Product of 1 + value. */
  readonly growths: Float64Array
}

/**
 * Draws blocks of the input again, with a fixed seed. Null below 2 values.
 * Everything is summed up while it is drawn, for all metrics at once: thousands of closed positions are drawn hundreds
 * of times, which would be a third of a run's whole time if each metric did so for itself. For the same reason the
 * numbers of `createRandom` are made in place.
 */
export function drawAgain(values: readonly number[], block: number): Draws | null {
  const n = values.length
  if (n < 2) return null
  let state = SEED
  const source = Float64Array.from(values)
  const draws = Math.max(200, Math.min(DRAWS, Math.floor(MOST_WORK / n)))
  const sums = new Float64Array(draws)
  const gains = new Float64Array(draws)
  const losses = new Float64Array(draws)
  const growths = new Float64Array(draws)
  for (let turn = 0; turn < draws; turn++) {
    let sum = 0
    let gain = 0
    let loss = 0
    let growth = 1
    let from = 0
    for (let at = 0, left = 0; at < n; at++, left--) {
      if (left === 0) {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        from = Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * n)
        left = block
      }
      const value = source[from] as number
      from = from + 1 === n ? 0 : from + 1
      // Exactly the value or 0. The processor cannot foresee the sign of a profit, so there is no `if` here.
      const size = Math.abs(value)
      sum += value
      gain += (value + size) / 2
      loss -= (value - size) / 2
      growth *= 1 + value
    }
    sums[turn] = sum
    gains[turn] = gain
    losses[turn] = loss
    growths[turn] = growth
  }
  return { n, sums, gains, losses, growths }
}

/** 95 % interval of a statistic, which is told the number of the draw. Null when hardly any draw has one. */
export function intervalOf(
  draws: Draws | null,
  statistic: (draws: Draws, draw: number) => number,
): readonly [number, number] | null {
  if (!draws) return null
  const turns = draws.sums.length
  const results = new Float64Array(turns)
  let count = 0
  for (let turn = 0; turn < turns; turn++) {
    const result = statistic(draws, turn)
    if (Number.isFinite(result)) results[count++] = result
  }
  if (count < turns / 2) return null
  const sorted = results.subarray(0, count).sort()
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

export function drawnMean({ sums, n }: Draws, draw: number): number {
  return (sums[draw] as number) / n
}
