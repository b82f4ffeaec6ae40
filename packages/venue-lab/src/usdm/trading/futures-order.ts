import { unitsText } from '../../units.ts'

export type Side = 'BUY' | 'SELL'
/** `BOTH` in one-way mode; in hedge mode the leg that an order opens or closes. */
export type PositionSide = 'BOTH' | 'LONG' | 'SHORT'
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED'
export type AlgoStatus = 'NEW' | 'TRIGGERING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'REJECTED' | 'EXPIRED'
export type AlgoType = 'STOP' | 'STOP_MARKET' | 'TAKE_PROFIT' | 'TAKE_PROFIT_MARKET'

/** What an order asks for; amounts and prices in units, 0 where there is none. */
export interface FuturesDraft {
  readonly clientId: string
  readonly side: Side
  readonly positionSide: PositionSide
  readonly type: 'LIMIT' | 'MARKET'
  readonly timeInForce: string
  readonly quantity: bigint
  readonly price: bigint
  readonly reduceOnly: boolean
  readonly goodTill: number
}

/** Of the book of the matching engine. */
export interface FuturesOrder extends Omit<FuturesDraft, 'quantity' | 'price' | 'type'> {
  readonly id: number
  readonly symbol: string
  readonly time: number
  type: string
  quantity: bigint
  price: bigint
  status: OrderStatus
  executed: bigint
  /** What the executed quantity cost. */
  value: bigint
  updateTime: number
}

export interface AlgoDraft extends Omit<FuturesDraft, 'type' | 'goodTill'> {
  readonly type: AlgoType
  readonly triggerPrice: bigint
  /** Triggered by the mark price, and not by what is traded. */
  readonly followsMark: boolean
}

/** Of the other book, which waits for a price: with numbers of its own. */
export interface AlgoOrder extends AlgoDraft {
  readonly id: number
  readonly symbol: string
  readonly time: number
  status: AlgoStatus
  /** What it has become in the matching engine. */
  actual: FuturesOrder | null
  updateTime: number
}

export interface FuturesFill {
  readonly id: number
  readonly orderId: number
  readonly symbol: string
  readonly side: Side
  readonly positionSide: PositionSide
  readonly price: bigint
  readonly quantity: bigint
  readonly commission: bigint
  readonly commissionAsset: string
  readonly realized: bigint
  readonly time: number
  readonly isMaker: boolean
}

/** Whether an order can only close: of a leg whatever goes against it. */
export function isReducing({
  side,
  positionSide,
  reduceOnly,
}: Pick<FuturesDraft, 'side' | 'positionSide' | 'reduceOnly'>): boolean {
  return positionSide === 'BOTH' ? reduceOnly : (positionSide === 'LONG') === (side === 'SELL')
}

export function isOpen({ status }: FuturesOrder): boolean {
  return status === 'NEW' || status === 'PARTIALLY_FILLED'
}

/** An order as requests answer it. */
export function orderJson(order: FuturesOrder): object {
  const average = order.executed === 0n ? 0n : (order.value * 100_000_000n) / order.executed
  return {
    orderId: order.id,
    symbol: order.symbol,
    status: order.status,
    clientOrderId: order.clientId,
    price: unitsText(order.price, 2),
    avgPrice: unitsText(average, 5),
    origQty: unitsText(order.quantity, 3),
    executedQty: unitsText(order.executed, 3),
    cumQuote: unitsText(order.value, 5),
    timeInForce: order.timeInForce,
    type: order.type,
    reduceOnly: order.reduceOnly,
    closePosition: false,
    side: order.side,
    positionSide: order.positionSide,
    stopPrice: '0.00',
    workingType: 'CONTRACT_PRICE',
    priceProtect: false,
    origType: order.type,
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: order.goodTill,
    time: order.time,
    updateTime: order.updateTime,
  }
}

export function algoJson(algo: AlgoOrder): object {
  return {
    algoId: algo.id,
    clientAlgoId: algo.clientId,
    algoType: 'CONDITIONAL',
    orderType: algo.type,
    symbol: algo.symbol,
    side: algo.side,
    positionSide: algo.positionSide,
    timeInForce: algo.timeInForce,
    quantity: unitsText(algo.quantity, 3),
    algoStatus: algo.status,
    actualOrderId: algo.actual === null ? '' : String(algo.actual.id),
    actualPrice: '0.00000',
    triggerPrice: unitsText(algo.triggerPrice, 2),
    price: unitsText(algo.price, 2),
    icebergQuantity: null,
    selfTradePreventionMode: 'EXPIRE_MAKER',
    workingType: algo.followsMark ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    closePosition: false,
    priceProtect: false,
    reduceOnly: algo.reduceOnly,
    createTime: algo.time,
    updateTime: algo.updateTime,
    triggerTime: 0,
    goodTillDate: 0,
  }
}

export function tradeJson(fill: FuturesFill): object {
  return {
    symbol: fill.symbol,
    id: fill.id,
    orderId: fill.orderId,
    side: fill.side,
    price: unitsText(fill.price, 2),
    qty: unitsText(fill.quantity, 3),
    realizedPnl: unitsText(fill.realized),
    quoteQty: unitsText((fill.price * fill.quantity) / 100_000_000n),
    commission: unitsText(fill.commission),
    commissionAsset: fill.commissionAsset,
    time: fill.time,
    positionSide: fill.positionSide,
    buyer: fill.side === 'BUY',
    maker: fill.isMaker,
  }
}
