import type { Lattice } from '@tradeloom/optimizer'

/** Positions whose value lies within a range, the first and the last; null if there are none. */
export function positionsWithin({ axes }: Lattice, axis: number, from: number, to: number): [number, number] | null {
  const { size = 0, valueAt = Number } = axes[axis] ?? {}
  const inside = Array.from({ length: size }, (_, k) => k).filter((k) => valueAt(k) >= from && valueAt(k) <= to)
  const [first, last] = [inside[0], inside.at(-1)]
  return first === undefined || last === undefined ? null : [first, last]
}
