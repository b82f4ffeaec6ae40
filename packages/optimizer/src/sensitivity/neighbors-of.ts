import type { Lattice, Point } from '../lattice/lattice.ts'

/** The points one step away along each external, below before above: what a sensitivity analysis must evaluate. */
export function neighborsOf({ sizes }: Lattice, chosen: Point): Point[] {
  return sizes.flatMap((size, axis) =>
    [-1, 1]
      .map((step) => chosen.map((place, k) => (k === axis ? place + step : place)))
      .filter((point) => (point[axis] as number) >= 0 && (point[axis] as number) < size),
  )
}
