import type { Lattice, Point } from '../lattice/lattice.ts'
import { mixSeed } from '../lattice/mix-seed.ts'
import { RandomOrder } from '../lattice/random-order.ts'

/** The points that a search has proposed, so that none is evaluated twice. */
export class SeenPoints {
  readonly #lattice: Lattice
  readonly #order: RandomOrder
  readonly #keys = new Set<number | string>()
  #place = 0

  constructor(lattice: Lattice, seed: number) {
    this.#lattice = lattice
    this.#order = new RandomOrder(lattice, mixSeed(seed, -1))
  }

  get isUsedUp(): boolean {
    return this.#keys.size >= this.#lattice.count
  }

  has(point: Point): boolean {
    return this.#keys.has(this.#lattice.keyOf(point))
  }

  add(point: Point): void {
    this.#keys.add(this.#lattice.keyOf(point))
  }

  /** A random point not seen before, which is then seen; null if there is none left. */
  takeRandom(): Point | null {
    while (!this.isUsedUp) {
      const point = this.#order.pointAt(this.#place++)
      if (this.has(point)) continue
      this.add(point)
      return point
    }
    return null
  }

  /** Up to `count` random points. */
  takeRandoms(count: number): Point[] {
    const points: Point[] = []
    for (let point; points.length < count && (point = this.takeRandom());) points.push(point)
    return points
  }
}
