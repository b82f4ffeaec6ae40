export const DIRECTIONS = ['LONG', 'SHORT'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const POSITION_STATUSES = ['OPEN', 'CLOSED'] as const
export type PositionStatus = (typeof POSITION_STATUSES)[number]

/**
 * What closed a position. `margin` is a liquidation, `netting` an order in the opposite direction, `external` a trade
 * outside of the program, `guardian` an account that was closed down. Results store the index of a reason: add new ones at the end.
 */
export const CLOSE_REASONS = [
  'script',
  'stop-loss',
  'take-profit',
  'trailing-stop',
  'margin',
  'netting',
  'external',
  'guardian',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/**
 * A snapshot of a position. Times are UTC milliseconds, money is in account currency, prices in quote
 * currency; costs are positive when paid.
 */
export interface Position {
  readonly id: number
  readonly instrumentId: string
  readonly direction: Direction
  readonly quantity: number
  readonly openTime: number
  readonly openPrice: number
  readonly closeTime: number | null
  readonly closePrice: number | null
  readonly stopLoss: number | null
  readonly takeProfit: number | null
  readonly trailingStop: number | null
  /** After all costs; unrealized while open. */
  readonly profit: number
  readonly pips: number
  readonly commission: number
  readonly swapCost: number
  readonly fundingCost: number
  readonly status: PositionStatus
  readonly closeReason: CloseReason | null
  /** That of the order that opened it. Present in records of runs that used tags, and always for scripts. */
  readonly tag?: string | null
}
