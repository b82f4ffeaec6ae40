import type { Lattice, Point } from '../../lattice/lattice.ts'
import { AxisKernels } from './axis-kernels.ts'
import { drawTruncated } from './draw-truncated.ts'

/**
 * Probability of the points of a lattice, estimated from some of them with joint kernels: the externals are multiplied per
 * kernel, so that combinations count (Falkner 2018, Watanabe 2023).
 */
export class ParzenEstimate {
  readonly #axes: readonly AxisKernels[]
  readonly #kernels: number

  constructor(lattice: Lattice, points: readonly Point[]) {
    this.#kernels = points.length + 1
    this.#axes = lattice.sizes.map((size, axis) => {
      const observations = Float64Array.from(points, (point) => point[axis] as number)
      return new AxisKernels(observations, -0.5, size - 0.5)
    })
  }

  logProbability(point: Point): number {
    const products = new Float64Array(this.#kernels).fill(1)
    for (const [axis, kernels] of this.#axes.entries()) {
      const cell = point[axis] as number
      kernels.multiply(products, cell - 0.5, cell + 0.5)
    }
    let sum = 0
    for (const product of products) sum += product
    return Math.log(sum / this.#kernels)
  }

  /** A random point: a kernel, all of them equally likely, then each external inside it. */
  draw(random: () => number): Point {
    const kernel = Math.floor(random() * this.#kernels)
    return this.#axes.map(({ centers, sigmas, low, high }) =>
      Math.round(
        drawTruncated({ center: centers[kernel] as number, sigma: sigmas[kernel] as number, low, high }, random),
      ),
    )
  }
}
