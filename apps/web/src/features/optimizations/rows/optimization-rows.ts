import type { OptimizationRowArrays } from '@tradeloom/contracts'
import type { Lattice } from '@tradeloom/optimizer'

/**
 * Results so far, as columns: row `r` is the `r`-th that was stored, and `index[r]` its number in the optimization. A new
 * object whenever there is something new to show; NaN stands for null.
 */
export interface OptimizationRows extends OptimizationRowArrays {
  readonly count: number
  readonly lattice: Lattice
  /** Why rows ended with an error, by index; known for the newest of them only. */
  readonly errors: ReadonlyMap<number, string>
  /** The row with an index, or -1. */
  readonly rowOf: (index: number) => number
}
