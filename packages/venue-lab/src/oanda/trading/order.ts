import type { ClientExtensions } from './client-extensions.ts'
import type { LabTrade } from './trade.ts'

export type OrderType =
  | 'MARKET'
  | 'LIMIT'
  | 'STOP'
  | 'MARKET_IF_TOUCHED'
  | 'TAKE_PROFIT'
  | 'STOP_LOSS'
  | 'TRAILING_STOP_LOSS'

/** What is to protect a trade, as a request states it. */
export interface ProtectionDetails {
  readonly price?: string
  readonly distance?: string
  readonly timeInForce?: string
  readonly gtdTime?: string
  readonly clientExtensions?: ClientExtensions
}

/** What an order asks for, in the words of the request that places it. */
export interface OrderFields {
  readonly type: OrderType
  readonly instrument?: string
  /** Below zero for a sale. */
  readonly units?: string
  readonly price?: string
  readonly priceBound?: string
  readonly distance?: string
  readonly timeInForce: string
  readonly gtdTime?: string
  readonly positionFill?: string
  readonly triggerCondition?: string
  readonly tradeID?: string
  readonly clientTradeID?: string
  readonly clientExtensions?: ClientExtensions
  readonly takeProfitOnFill?: ProtectionDetails
  readonly stopLossOnFill?: ProtectionDetails
  readonly trailingStopLossOnFill?: ProtectionDetails
  readonly tradeClientExtensions?: ClientExtensions
  readonly tradeClose?: { readonly tradeID: string; readonly units: string }
  readonly longPositionCloseout?: { readonly instrument: string; readonly units: string }
  readonly shortPositionCloseout?: { readonly instrument: string; readonly units: string }
  readonly marginCloseout?: { readonly reason: string }
}

export interface LabOrder {
  readonly id: string
  readonly createTime: string
  readonly fields: OrderFields
  readonly instrument: string
  /** Signed; of a protection what it would close. */
  readonly units: bigint
  readonly price: bigint | null
  /** What it protects. */
  readonly trade: LabTrade | null
  /** Trades that it closes, whatever else is open; null for orders that name none. */
  readonly targets: readonly LabTrade[] | null
  state: 'PENDING' | 'FILLED' | 'TRIGGERED' | 'CANCELLED'
  /** Where a trailing stop stands. */
  trailingStop: bigint | null
  /** The price at which a MARKET_IF_TOUCHED order began. */
  readonly startedAt: bigint | null
  /** How it ended, and what it replaced. */
  outcome: Readonly<Record<string, unknown>>
  stopWaiting: () => void
}

/** What an order is besides its words. */
export interface OrderRole {
  /** Trades that it closes, whatever else is open. */
  readonly targets?: readonly LabTrade[]
  /** What it protects. */
  readonly trade?: LabTrade
  readonly units: bigint
  readonly price: bigint | null
  /** Further fields of its transaction. */
  readonly booked: object
  readonly outcome?: Readonly<Record<string, unknown>>
}

export function isPending({ state }: LabOrder): boolean {
  return state === 'PENDING'
}

export function clientIdOf({ fields }: LabOrder): string | null {
  return fields.clientExtensions?.id ?? null
}

export function orderJson(order: LabOrder, priceText: (price: bigint) => string): object {
  const { id, createTime, state, fields, trailingStop, outcome } = order
  return {
    id,
    createTime,
    ...fields,
    ...(trailingStop === null ? {} : { trailingStopValue: priceText(trailingStop) }),
    state,
    ...outcome,
  }
}
