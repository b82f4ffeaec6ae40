import type { Closing } from './open-position.ts'

/** The outcome of a position at a price of its closing side. */
export interface Outcome {
  readonly price: number
  /** After all costs. */
  readonly profit: number
  /** Account currency per unit of quote currency. */
  readonly rate: number
  /** Half the spread and the slippage at `price`, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  readonly closing: Closing | null
}
