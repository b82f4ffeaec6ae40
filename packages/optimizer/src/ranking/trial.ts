import type { Point } from '../lattice/lattice.ts'
import type { Outcome } from './outcome.ts'

/** An evaluated point. `index` is its place in the optimization, from 0. */
export interface Trial extends Outcome {
  readonly index: number
  readonly point: Point
}
