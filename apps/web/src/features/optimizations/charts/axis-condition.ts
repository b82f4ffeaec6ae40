import type { Lattice } from '@tradeloom/optimizer'
import type { RowCondition } from '../rows/row-selection.ts'

/** Rows whose external lies between two positions of its axis; its values may fall from one end to the other. */
export function axisCondition({ axes }: Lattice, axis: number, one: number, other: number): RowCondition {
  const values = [one, other].map((position) => axes[axis]?.valueAt(position) ?? NaN)
  return { column: `external:${axis}`, from: Math.min(...values), to: Math.max(...values) }
}
