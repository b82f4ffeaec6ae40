import type { Lattice } from '@tradeloom/optimizer'

export interface VaryingAxis {
  /** Place among all externals. */
  readonly axis: number
  readonly name: string
  readonly size: number
}

/** Externals with more than one value. */
export function varyingAxes({ axes }: Lattice): VaryingAxis[] {
  return axes.flatMap(({ name, size }, axis) => (size > 1 ? [{ axis, name, size }] : []))
}
