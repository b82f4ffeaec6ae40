import type { ExternalsSetting } from '@tradeloom/contracts'
import type { Point } from '@tradeloom/optimizer'
import { latticeOfSettings } from '@tradeloom/optimizer'

/** The externals of points, by name. */
export function latticeValues(
  settings: readonly ExternalsSetting[],
  points: readonly Point[],
): Record<string, number>[] {
  const lattice = latticeOfSettings(settings)
  const names = lattice.axes.map(({ name }) => name)
  return points.map((point) => {
    const values = lattice.valuesOf(point)
    return Object.fromEntries(names.map((name, axis) => [name, values[axis] as number]))
  })
}
