import type { OrderChanges, StopChanges } from '@tradeloom/domain'

import { type OpenPosition, tidyPrice } from '../positions/open-position.ts'
import type { WorkingOrder } from './working-order.ts'

/** Applies the changes of a working order that its venue has accepted. */
export function applyOrderChanges(order: WorkingOrder, changes: OrderChanges): void {
  order.quantity = changes.quantity ?? order.quantity
  order.limitPrice = changed(changes.limitPrice, order.limitPrice)
  order.stopPrice = changed(changes.stopPrice, order.stopPrice)
  if (changes.stopLoss !== undefined) order.stopLossDistance = NaN
  if (changes.takeProfit !== undefined) order.takeProfitDistance = NaN
  order.stopLoss = changed(changes.stopLoss, order.stopLoss)
  order.takeProfit = changed(changes.takeProfit, order.takeProfit)
  order.trailingStop = changed(changes.trailingStop, order.trailingStop)
}

/** Sets the stops of a position; a trailing stop starts from `price`, that of the closing side. */
export function applyStopChanges(position: OpenPosition, changes: StopChanges, price: number): void {
  position.stopLoss = changed(changes.stopLoss, position.stopLoss)
  const takeProfit = changed(changes.takeProfit, position.takeProfit)
  // A target that does not move keeps its place in the queue.
  if (takeProfit !== position.takeProfit) position.isTargetPassedOver = false
  position.takeProfit = takeProfit
  changeTrailing(position, changed(changes.trailingStop, position.trailingStop), price)
}

/** A new or changed trailing stop starts from the current price; a narrower one never moves back. */
function changeTrailing(position: OpenPosition, distance: number, price: number): void {
  const { trailingStop, trailingLevel, long } = position
  if (distance === trailingStop) return
  const kept = distance < trailingStop ? trailingLevel + (long ? distance : -distance) : price
  position.best = long ? Math.max(price, kept) : Math.min(price, kept)
  position.trailingStop = distance
}

/** The level after a change: omitted is unchanged, null removes it. */
export function changed<Value extends number>(value: Value | null | undefined, before: Value): Value {
  if (value === undefined) return before
  return (value === null ? NaN : tidyPrice(value)) as Value
}
