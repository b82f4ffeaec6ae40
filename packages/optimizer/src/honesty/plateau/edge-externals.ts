import type { Lattice, Point } from '../../lattice/lattice.ts'

/** Externals whose best value is the first or last one tried: a better one may lie outside the range. */
export function edgeExternals({ axes }: Lattice, best: Point): string[] {
  return axes.filter(({ size }, k) => size >= 3 && (best[k] === 0 || best[k] === size - 1)).map(({ name }) => name)
}
