import type { Hold } from './hold.ts'

export type Side = 'BUY' | 'SELL'
export type TimeInForce = 'GTC' | 'IOC' | 'FOK'
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED'
export type OrderType =
  | 'LIMIT'
  | 'LIMIT_MAKER'
  | 'MARKET'
  | 'STOP_LOSS'
  | 'STOP_LOSS_LIMIT'
  | 'TAKE_PROFIT'
  | 'TAKE_PROFIT_LIMIT'

/** What an order asks for; amounts and prices in units, 0 where there is none. */
export interface OrderDraft {
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  /** 0 if the order states what it may cost instead. */
  readonly quantity: bigint
  readonly quoteQuantity: bigint
  readonly price: bigint
  readonly stopPrice: bigint
  readonly clientId: string
}

export interface LabOrder extends Omit<OrderDraft, 'quantity'> {
  readonly id: number
  readonly symbol: string
  /** -1 outside of a list. */
  readonly listId: number
  readonly time: number
  readonly hold: Hold
  quantity: bigint
  status: OrderStatus
  executed: bigint
  /** What the executed quantity cost. */
  value: bigint
  /** A stop does not work until it is triggered. */
  isWorking: boolean
  workingTime: number
  updateTime: number
}

export interface LabFill {
  readonly id: number
  readonly orderId: number
  readonly listId: number
  readonly symbol: string
  readonly price: bigint
  readonly quantity: bigint
  readonly value: bigint
  readonly commission: bigint
  readonly commissionAsset: string
  readonly time: number
  readonly isBuyer: boolean
  readonly isMaker: boolean
}

/** Two orders of which one ends the other. */
export interface LabList {
  readonly id: number
  readonly clientId: string
  readonly symbol: string
  readonly orders: readonly LabOrder[]
  time: number
  isDone: boolean
}

export function isOpen({ status }: LabOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED'
}

/** Waits for a price before it does anything. */
export function isStop(type: OrderType): boolean {
  return type.startsWith('STOP_LOSS') || type.startsWith('TAKE_PROFIT')
}

/** Takes any price once it works. */
export function isMarket(type: OrderType): boolean {
  return type === 'MARKET' || type === 'STOP_LOSS' || type === 'TAKE_PROFIT'
}
