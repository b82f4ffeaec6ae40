import { ORDER_TYPES } from '@tradeloom/domain'

import type { MarketPositions } from '../../account/market-positions.ts'
import type { BarRange } from '../../market/quote.ts'
import type { WorkingOrder } from '../../orders/working-order.ts'
import type { TriggerPrices } from './trigger-prices.ts'
import { RANK, type Trigger } from './trigger-heap.ts'

/**
 * Whether the order in which a bar visits its extremes may decide anything, because it can reach two prices at which
 * something happens. A single one is reached at the same price on every path. False is certain; true is not.
 *
 * `waiting`: market orders that the open of the bar fills.
 */
export function mayDependOnPath(
  bar: BarRange,
  triggers: TriggerPrices,
  positions: MarketPositions,
  waiting: readonly WorkingOrder[],
  balance: number,
): boolean {
  // After one closeout of a hedge, another may be on the way to the other extreme.
  const isHedged = positions.longQuantity > 0 && positions.shortQuantity > 0
  if (waiting.length === 0 && !triggers.isReachedIn(bar)) return isHedged && mayLackMargin(bar, positions, balance)
  let reached = 0
  // A trailing stop may be reached where it begins, or where the other extreme has moved it to.
  for (const order of waiting)
    reached += attachedLevels(order, bar) + (order.trailingStop === order.trailingStop ? 2 : 0)
  for (const trigger of triggers.reachedIn(bar)) {
    reached += weightOf(trigger, bar)
    if (reached > 1) return true
  }
  if (reached > 1) return true
  // A closeout may be reached as well.
  return (reached > 0 || isHedged) && mayLackMargin(bar, positions, balance)
}

/** How many prices a trigger can add. */
function weightOf({ rank, order, position }: Trigger, bar: BarRange): number {
  if (order) {
    const isStopLimit = ORDER_TYPES[order.type].trigger !== null && order.limitPrice === order.limitPrice
    return 1 + attachedLevels(order, bar) + (isStopLimit || order.trailingStop === order.trailingStop ? 1 : 0)
  }
  if (rank !== RANK.better || !position) return 1
  // A trailing stop moves to the same place on every path, unless the bar is long enough to reach it there.
  // The range has a rounding error, which grows with the price.
  return rangeOf(bar) < position.trailingStop - 1e-9 * bar.askHigh ? 0 : 2
}

/** How many of the stops of an order the bar could reach once it is filled. */
function attachedLevels(order: WorkingOrder, bar: BarRange): number {
  const { stopLoss, takeProfit, stopLossDistance, takeProfitDistance } = order
  const high = Math.max(bar.bidHigh, bar.askHigh)
  const low = Math.min(bar.bidLow, bar.askLow)
  // Fills may slip and are rounded: further than the bar is long is far enough.
  const far = 2 * rangeOf(bar)
  let count = 0
  if ((stopLoss >= low && stopLoss <= high) || stopLossDistance <= far) count += 1
  if ((takeProfit >= low && takeProfit <= high) || takeProfitDistance <= far) count += 1
  return count
}

/** From the lowest bid to the highest ask. */
function rangeOf({ bidHigh, bidLow, askHigh, askLow }: BarRange): number {
  return Math.max(bidHigh, askHigh) - Math.min(bidLow, askLow)
}

function mayLackMargin(bar: BarRange, positions: MarketPositions, balance: number): boolean {
  if (positions.openCount === 0) return false
  const { longQuantity, shortQuantity, cost, conversion, margin } = positions
  const { bidLow, askHigh } = bar
  const rate = conversion.rate(bidLow, askHigh)
  const worst = balance + (longQuantity * bidLow - shortQuantity * askHigh + cost) * rate
  return !(worst > Math.max(longQuantity, shortQuantity) * askHigh * margin.highestRate * rate * 1.1)
}
