import { fastNormalProbability } from './fast-normal-probability.ts'
import { parzenSigmas } from './parzen-sigmas.ts'

/**
 * One axis of a Parzen estimate: a truncated normal kernel at each observation, and one of the whole range's width at its
 * middle as the prior. A kernel keeps the place of its observation; the prior comes last.
 */
export class AxisKernels {
  readonly low: number
  readonly high: number
  readonly centers: Float64Array
  readonly sigmas: Float64Array
  /** 1 / mass of each kernel inside the range. */
  readonly #scales: Float64Array
  /** Kernels by center: equal ones are neighbors, so that each is computed once. */
  readonly #order: Uint32Array

  constructor(observations: ArrayLike<number>, low: number, high: number) {
    const count = observations.length
    this.low = low
    this.high = high
    this.centers = new Float64Array(count + 1)
    this.sigmas = new Float64Array(count + 1)
    this.#scales = new Float64Array(count + 1)
    const order = Uint32Array.from({ length: count }, (_, k) => k)
    order.sort((a, b) => (observations[a] as number) - (observations[b] as number))
    const sigmas = parzenSigmas(
      Array.from(order, (k) => observations[k] as number),
      high - low,
    )
    for (let k = 0; k < count; k++) {
      const kernel = order[k] as number
      this.centers[kernel] = observations[kernel] as number
      this.sigmas[kernel] = sigmas[k] as number
    }
    this.centers[count] = (low + high) / 2
    this.sigmas[count] = high - low
    this.#order = Uint32Array.from([...order, count])
    this.#masses(low, high).forEach((mass, kernel) => (this.#scales[kernel] = 1 / mass))
  }

  /** Multiplies each kernel's product by its probability of a value between `from` and `to`. */
  multiply(products: Float64Array, from: number, to: number): void {
    const masses = this.#masses(from, to)
    for (let k = 0; k < products.length; k++)
      products[k] = (products[k] as number) * (masses[k] as number) * (this.#scales[k] as number)
  }

  /** Of each kernel, before truncation. */
  #masses(from: number, to: number): Float64Array {
    const masses = new Float64Array(this.centers.length)
    let [center, sigma, mass] = [NaN, NaN, 0]
    for (const kernel of this.#order) {
      if (this.centers[kernel] !== center || this.sigmas[kernel] !== sigma) {
        center = this.centers[kernel] as number
        sigma = this.sigmas[kernel] as number
        mass = fastNormalProbability((to - center) / sigma) - fastNormalProbability((from - center) / sigma)
      }
      masses[kernel] = mass
    }
    return masses
  }
}
