import type { Lattice } from '../../lattice/lattice.ts'
import type { Trial } from '../../ranking/trial.ts'
import { midRanks } from './mid-ranks.ts'
import { PointBuckets } from './point-buckets.ts'

const FULL_GRID_WIDTH = 2

/**
 * How good each trial's surroundings are, 0 to 1: the ranks of the trials near it, weighted by their distance, its own
 * included. A lone peak scores low, the middle of a plateau high. Null where too few neighbors were evaluated, namely
 * fewer than two per external. Scores only the trials at these places, if they are given; the others still count as neighbors.
 */
export function plateauScores(
  lattice: Lattice,
  trials: readonly Trial[],
  places: readonly number[] = trials.map((_, place) => place),
): (number | null)[] {
  const axes = lattice.sizes.flatMap((size, axis) => (size > 1 ? [axis] : []))
  const points = trials.map(({ point }) => axes.map((axis) => point[axis] as number))
  const widths = axes.map((axis) => widthOf(lattice.sizes[axis] as number, axes.length, trials.length, lattice.count))
  // Positions are whole numbers: within a width of 2 is a distance of 1 at most.
  const buckets = new PointBuckets(
    points,
    widths.map((width) => (width === FULL_GRID_WIDTH ? 1 : width)),
  )
  const ranks = midRanks(trials)
  return places.map((own) => {
    const point = points[own] as readonly number[]
    let [weights, sum, neighbors] = [0, 0, 0]
    for (const other of buckets.near(point)) {
      const weight = weightOf(point, points[other] as readonly number[], widths)
      if (weight === 0) continue
      weights += weight
      sum += weight * (ranks[other] as number)
      if (other !== own) neighbors += 1
    }
    return neighbors < 2 * axes.length ? null : sum / weights
  })
}

/** Wider where the trials are sparse (Scott's rule for `count` points). */
function widthOf(size: number, axes: number, count: number, all: number): number {
  return count === all ? FULL_GRID_WIDTH : Math.max(FULL_GRID_WIDTH, (size - 1) * count ** (-1 / (axes + 4)))
}

function weightOf(a: readonly number[], b: readonly number[], widths: readonly number[]): number {
  let weight = 1
  for (let axis = 0; axis < widths.length; axis++) {
    weight *= 1 - Math.abs((a[axis] as number) - (b[axis] as number)) / (widths[axis] as number)
    if (weight <= 0) return 0
  }
  return weight
}
