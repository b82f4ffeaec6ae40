import type { OptimizationRows } from './optimization-rows.ts'

/** The value of an external in a row; `axis` is its place among the externals settings. */
export function externalValue({ lattice, points }: OptimizationRows, row: number, axis: number): number {
  const { axes } = lattice
  return axes[axis]?.valueAt(points[row * axes.length + axis] ?? 0) ?? NaN
}
