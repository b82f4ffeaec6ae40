import type { Lattice, Point } from '../lattice/lattice.ts'

export interface ExternalDrift {
  readonly external: string
  /** Chosen value in each window. */
  readonly values: readonly number[]
  /** Mean distance between the choices of successive windows, as a share of the range: 0 never moves. */
  readonly drift: number
}

/** How much the chosen externals move from window to window: a real edge moves little. */
export function driftOfExternals({ axes }: Lattice, chosen: readonly Point[]): ExternalDrift[] {
  return axes.flatMap(({ name, size, valueAt }, axis) => {
    if (size === 1) return []
    const places = chosen.map((point) => point[axis] as number)
    const moves = places.slice(1).map((place, k) => Math.abs(place - (places[k] as number)) / (size - 1))
    const drift = moves.length === 0 ? 0 : moves.reduce((sum, move) => sum + move, 0) / moves.length
    return [{ external: name, values: places.map(valueAt), drift }]
  })
}
