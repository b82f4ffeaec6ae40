import type { Point } from '../../lattice/lattice.ts'

/** Points by cells of a coarser grid, to find those near another one without looking at all. */
export class PointBuckets {
  readonly #sides: readonly number[]
  readonly #buckets = new Map<string, number[]>()
  readonly #offsets: readonly (readonly number[])[]
  readonly #all: readonly number[]

  /** `sides` are the cells' lengths along each axis. */
  constructor(points: readonly Point[], sides: readonly number[]) {
    this.#sides = sides
    this.#all = points.map((_, k) => k)
    // With more cells around a point than points, all of them are candidates.
    this.#offsets = 3 ** sides.length > points.length ? [] : offsetsOf(sides.length)
    for (const [k, point] of points.entries()) {
      const key = this.#cellOf(point).join()
      const bucket = this.#buckets.get(key)
      if (bucket) bucket.push(k)
      else this.#buckets.set(key, [k])
    }
  }

  /** All points less than a cell away along every axis, and some others. */
  near(point: Point): Iterable<number> {
    return this.#offsets.length === 0 ? this.#all : this.#around(point)
  }

  *#around(point: Point): Generator<number> {
    const cell = this.#cellOf(point)
    for (const offset of this.#offsets) {
      const bucket = this.#buckets.get(cell.map((place, axis) => place + (offset[axis] as number)).join())
      if (bucket) yield* bucket
    }
  }

  #cellOf(point: Point): number[] {
    return this.#sides.map((side, axis) => Math.floor((point[axis] as number) / side))
  }
}

function offsetsOf(axes: number): number[][] {
  if (axes === 0) return [[]]
  return offsetsOf(axes - 1).flatMap((offset) => [-1, 0, 1].map((step) => [...offset, step]))
}
