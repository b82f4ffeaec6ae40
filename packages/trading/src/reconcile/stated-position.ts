import type { Direction } from '@tradeloom/domain'

/** A position as its venue states it. */
export interface StatedPosition {
  /** The venue's name for it: of a trade, or of a market or its direction where that has one position. */
  readonly id: string
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  /** On average. */
  readonly openPrice: number
  /** Of a hedging account: all that is open in its direction is this one position, whichever orders have opened it. */
  readonly isLeg?: boolean
}
