import type { Direction } from '@tradeloom/domain'

/**
 * A closed position, as metrics use it. Times are UTC milliseconds; money is in account currency; costs are positive
 * when paid, negative when received. The engine knows every field, an imported list of trades often does not: unknown
 * fields are null, and metrics that need them have no value.
 */
export interface ClosedPosition {
  readonly openTime: number | null
  readonly closeTime: number
  readonly instrumentId: string | null
  readonly direction: Direction | null
  readonly quantity: number | null
  /** Value at entry. */
  readonly notional: number | null
  /** Equity of the account right before the position was opened. */
  readonly equityAtEntry: number | null
  /** Loss at the first stop; null without one. */
  readonly risk: number | null
  /** After all costs. */
  readonly profit: number
  readonly pips: number | null
  /** Profit at the worst and the best price while it was open: long positions at bid, short ones at ask. */
  readonly mae: number | null
  readonly mfe: number | null
  readonly maePips: number | null
  readonly mfePips: number | null
  readonly spreadCost: number | null
  readonly slippageCost: number | null
  readonly commission: number | null
  readonly swapCost: number | null
  readonly fundingCost: number | null
}

/** A position that was still open at the end. */
export interface OpenPosition {
  readonly openTime: number
  readonly notional: number
}
