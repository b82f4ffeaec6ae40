import { type Axis, axisOf } from './axis.ts'
import type { ExternalRange } from './external-range.ts'

/** One combination of externals: the position on each axis. */
export type Point = readonly number[]

/** Up to here, points are numbered exactly, with room for the arithmetic of `RandomOrder`. */
const MAX_INDEXED = 2 ** 52

/** All combinations of the externals. The first external changes slowest. */
export class Lattice {
  readonly axes: readonly Axis[]
  readonly sizes: readonly number[]
  /** Approximate unless `isIndexed`. */
  readonly count: number
  readonly isIndexed: boolean

  constructor(ranges: readonly ExternalRange[]) {
    this.axes = ranges.map(axisOf)
    this.sizes = this.axes.map(({ size }) => size)
    this.count = this.sizes.reduce((product, size) => product * size, 1)
    this.isIndexed = this.count <= MAX_INDEXED
  }

  pointAt(index: number): Point {
    const point = Array.from(this.sizes, () => 0)
    let rest = index
    for (let axis = this.sizes.length - 1; axis >= 0; axis--) {
      const size = this.sizes[axis] as number
      point[axis] = rest % size
      rest = Math.floor(rest / size)
    }
    return point
  }

  indexOf(point: Point): number {
    let index = 0
    for (const [axis, size] of this.sizes.entries()) index = index * size + (point[axis] as number)
    return index
  }

  /** Equal for equal points only. */
  keyOf(point: Point): number | string {
    return this.isIndexed ? this.indexOf(point) : point.join()
  }

  /** The value of each external, in the order of the axes. */
  valuesOf(point: Point): number[] {
    return this.axes.map(({ valueAt }, axis) => valueAt(point[axis] as number))
  }
}
