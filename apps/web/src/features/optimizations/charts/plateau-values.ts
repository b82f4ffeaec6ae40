import { Lattice, plateauScores, type Trial } from '@tradeloom/optimizer'

/** Rows as a worker can receive them. */
export interface PlateauInput {
  /** Values of each external. */
  readonly sizes: readonly number[]
  /** Row by row, a position for each external. */
  readonly points: Uint32Array
  /** Higher is better; NaN for rows without a result. */
  readonly scores: Float64Array
  readonly violation: Float64Array
}

/** How good the surroundings of each row are, 0 to 1; NaN where too few neighbors were tested. */
export function plateauValues({ sizes, points, scores, violation }: PlateauInput): Float64Array {
  // Only positions matter, so any values will do.
  const ranges = sizes.map((count, k) => ({ kind: 'evenly-spaced', name: String(k), start: 0, end: 1, count }) as const)
  const trials = Array.from(scores, (score, index): Trial => {
    return {
      index,
      point: Array.from(points.subarray(index * sizes.length, (index + 1) * sizes.length)),
      scores: [Number.isNaN(score) ? null : score],
      violation: violation[index] ?? 0,
    }
  })
  return Float64Array.from(plateauScores(new Lattice(ranges), trials), (score) => score ?? NaN)
}
