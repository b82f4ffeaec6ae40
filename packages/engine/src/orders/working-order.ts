import type { Millis, OrderChanges, PlaceRequest, Price, Quantity } from '@tradeloom/domain'

import { orNull } from '../positions/open-position.ts'
import type { OutgoingOrder } from '../ports/venue.ts'
import type { OrderRecord } from '../run-result.ts'
import type { TriggerHandle } from '../positions/trigger-handle.ts'

/** An order as scripts see it. In-flight requests are not part of a result. */
export interface ScriptOrder extends OrderRecord {
  readonly instrumentId: string
  /** Filled so far; less than the quantity in a partially filled order. */
  readonly filledQuantity: number
  /** The order, a change or a cancellation of it is in flight, without an answer of the venue. */
  readonly pending: 'PLACE' | 'CHANGE' | 'CANCEL' | null
  /** In `onOrder`: why a change or a cancellation was rejected when it arrived. */
  readonly refused: string | null
}

/** A bare order right after its placement, as scripts see it. */
export function newOrder(
  id: number,
  instrumentId: string,
  buy: boolean,
  quantity: Quantity,
  time: number,
): ScriptOrder {
  return {
    id,
    instrumentId,
    type: 'MARKET',
    side: buy ? 'BUY' : 'SELL',
    quantity,
    limitPrice: null,
    stopPrice: null,
    timeInForce: 'GTC',
    postOnly: false,
    reduceOnly: false,
    time,
    status: 'NEW',
    fillTime: null,
    fillPrice: null,
    liquidity: null,
    positionId: null,
    reason: null,
    tag: null,
    filledQuantity: 0,
    pending: null,
    refused: null,
  }
}

/** An order from its placement. Unset prices are NaN. */
export class WorkingOrder implements OutgoingOrder {
  // Changing numbers start as numbers: a field that was once undefined stores every fraction as an object.
  id = 0
  /** Index of its market in the run. */
  market = 0
  instrumentId = ''
  buy = false
  time = 0.5
  type: OrderRecord['type'] = 'MARKET'
  quantity = 0 as Quantity
  limitPrice = NaN as Price
  stopPrice = NaN as Price
  timeInForce: OrderRecord['timeInForce'] = 'GTC'
  expiry = NaN as Millis
  postOnly = false
  reduceOnly = false
  stopLoss = NaN as Price
  takeProfit = NaN as Price
  /** Distance, in price. */
  trailingStop = NaN
  /** Distance from the fill price, in price. */
  stopLossDistance = NaN
  takeProfitDistance = NaN
  /** The position to close, and whether all of it; 0 for an order that opens one. */
  closes = 0
  closesWhole = false
  /** While it rests, it fills at its limit, also when the price jumps beyond it: as at a venue, where somebody takes it. */
  keepsLimit = false
  /** It has nothing but a quantity: no price, stop, expiry, flag or tag. */
  isBare = false
  /** Orders of which only one may fill, including this one. */
  group: readonly WorkingOrder[] | null = null
  trigger: TriggerHandle | null = null
  /** Its place among the times at which orders expire. */
  expiryTrigger: Pick<TriggerHandle, 'withdraw'> | null = null
  /** It has not met its first price yet: a fill then takes the market's price. */
  isNew = true
  /** How far along the path between two prices it reached the market, 0 to 1. */
  arrivedAt = 0
  /** For a stop-limit order: the stop was triggered, and it now waits at its limit. */
  isStopMet = false
  /** The market touched its limit without filling it: it has to trade through. */
  isPassedOver = false
  /** As of a position: the profits of what it opens, had a bar taken its other path. */
  otherWorst = NaN
  otherBest = NaN
  /** Changes and cancellations of it that are in flight. */
  changesSent = 0
  cancelsSent = 0
  /** Changes that an external venue has not answered yet, oldest first; null before the first one. */
  sentChanges: OrderChanges[] | null = null
  /** It is on its way to an external venue, or it is not known whether it has arrived. */
  isPlacing = false
  /** Trades of an external venue that are already booked; null before the first one. */
  tradeIds: Set<string> | null = null
  /** Quantity filled so far by an external venue, and the sum of price times quantity. */
  filledQuantity = 0
  filledValue = 0
  /** What its fills have added to its position, before that is counted in whole lots. */
  receivedQuantity = 0
  /** The position that its fills have opened; 0 before the first one. */
  opened = 0
  status: OrderRecord['status'] = 'NEW'
  fillTime = NaN
  fillPrice = NaN as Price
  liquidity: OrderRecord['liquidity'] = null
  positionId = 0
  reason: string | null = null
  tag: string | null = null

  constructor(id: number, market: number, instrumentId: string, buy: boolean, time: number) {
    this.id = id
    this.market = market
    this.instrumentId = instrumentId
    this.buy = buy
    this.time = time
  }

  /**
   * Makes an ended market order a new one; only what such an order can have changed is set. Thousands of them live for
   * a single price each; creating an object of forty fields for each of them took longer than filling it.
   */
  renew(id: number, market: number, instrumentId: string, buy: boolean, { time }: { readonly time: number }): void {
    this.id = id
    this.market = market
    this.instrumentId = instrumentId
    this.buy = buy
    this.time = time
    this.quantity = 0 as Quantity
    if (!this.isBare) {
      this.timeInForce = 'GTC'
      this.expiry = NaN as Millis
      this.reduceOnly = false
      this.stopLoss = NaN as Price
      this.takeProfit = NaN as Price
      this.trailingStop = NaN
      this.stopLossDistance = NaN
      this.takeProfitDistance = NaN
      this.tag = null
    }
    this.isBare = false
    this.closes = 0
    this.closesWhole = false
    this.otherWorst = NaN
    this.otherBest = NaN
    this.status = 'NEW'
    this.fillTime = NaN
    this.fillPrice = NaN as Price
    this.liquidity = null
    this.positionId = 0
    this.reason = null
  }

  get isImmediate(): boolean {
    return this.timeInForce === 'IOC' || this.timeInForce === 'FOK'
  }

  get waitsAtLimit(): boolean {
    return this.type === 'LIMIT' || this.isStopMet
  }

  /** Whether it can still be filled. */
  get isWorking(): boolean {
    return this.status === 'NEW' || this.status === 'PARTIALLY_FILLED'
  }

  /** An external venue has filled a part of it. */
  get isPartlyFilled(): boolean {
    return this.filledQuantity > 0 && this.filledQuantity < this.quantity
  }

  /** A change was sent to an external venue. */
  sent(changes: OrderChanges): void {
    this.sentChanges ??= []
    this.sentChanges.push(changes)
    this.changesSent += 1
  }

  /** It has ended: nothing triggers it any more. */
  withdrawTriggers(): void {
    this.trigger?.withdraw()
    this.trigger = null
    this.expiryTrigger?.withdraw()
    this.expiryTrigger = null
  }

  request(): PlaceRequest {
    return placeRequest(this)
  }

  /** A plain copy for the script. */
  record(refused: string | null = null): ScriptOrder {
    return {
      id: this.id,
      instrumentId: this.instrumentId,
      type: this.type,
      side: this.buy ? 'BUY' : 'SELL',
      quantity: this.quantity,
      limitPrice: orNull(this.limitPrice),
      stopPrice: orNull(this.stopPrice),
      timeInForce: this.timeInForce,
      postOnly: this.postOnly,
      reduceOnly: this.reduceOnly,
      time: this.time,
      status: this.status,
      fillTime: orNull(this.fillTime),
      fillPrice: orNull(this.fillPrice),
      liquidity: this.liquidity,
      positionId: this.positionId === 0 ? null : this.positionId,
      reason: this.reason,
      tag: this.tag,
      filledQuantity: this.status === 'FILLED' ? this.quantity : this.filledQuantity,
      pending: this.isPlacing ? 'PLACE' : this.cancelsSent > 0 ? 'CANCEL' : this.changesSent > 0 ? 'CHANGE' : null,
      refused,
    }
  }
}

/** An order as sent to an external venue. */
function placeRequest(order: WorkingOrder): PlaceRequest {
  return {
    kind: 'PLACE',
    orderId: order.id,
    instrumentId: order.instrumentId,
    type: order.type,
    side: order.buy ? 'BUY' : 'SELL',
    quantity: order.quantity,
    limitPrice: orNull(order.limitPrice),
    stopPrice: orNull(order.stopPrice),
    timeInForce: order.timeInForce,
    expiry: orNull(order.expiry),
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    stopLoss: orNull(order.stopLoss),
    takeProfit: orNull(order.takeProfit),
    trailingStop: orNull(order.trailingStop),
    stopLossDistance: orNull(order.stopLossDistance),
    takeProfitDistance: orNull(order.takeProfitDistance),
    closes: order.closes === 0 ? null : order.closes,
  }
}
