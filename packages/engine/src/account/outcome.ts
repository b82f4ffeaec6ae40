import type { Closing } from './open-position.ts'

/** What a position has come to at a price of its closing side. */
export interface Outcome {
  readonly price: number
  /** After all costs. */
  readonly profit: number
  /** Account currency for one unit of quote currency. */
  readonly rate: number
  /** Half the spread and the slippage at `price`, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** What the other exit would have brought more, or less; NaN when the order of the exits was not in doubt. */
  readonly other: number
  readonly closing: Closing | null
}
