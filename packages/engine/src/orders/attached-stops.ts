import type { Quote } from '../market/quote.ts'
import type { OpenPosition } from '../portfolio/open-position.ts'
import type { PositionRecord } from '../run-result.ts'
import type { WorkingOrder } from './working-order.ts'

/** Gives a position the stops that its order carried; distances count from the fill price. */
export function attachStops(position: OpenPosition, order: WorkingOrder): void {
  const sign = position.long ? 1 : -1
  const { stopLossDistance, takeProfitDistance } = order
  position.stopLoss =
    stopLossDistance === stopLossDistance ? position.openPrice - sign * stopLossDistance : order.stopLoss
  position.takeProfit =
    takeProfitDistance === takeProfitDistance ? position.openPrice + sign * takeProfitDistance : order.takeProfit
  position.trailingStop = order.trailingStop
  position.best = position.openPrice
}

/**
 * Whether the bar that closed a position held its stop and its target both, so that the path decided and not the data.
 * If so, what the other exit would have brought more (or less) in quote currency; else null.
 */
export function ambiguityOf(
  position: OpenPosition,
  reason: PositionRecord['closeReason'],
  quote: Quote,
  price: number,
): number | null {
  const { long, stopLoss, takeProfit } = position
  const high = long ? quote.bidHigh : quote.askHigh
  const low = long ? quote.bidLow : quote.askLow
  if (reason === 'stop-loss' && takeProfit >= low && takeProfit <= high) {
    return position.grossAt(takeProfit) - position.grossAt(price)
  }
  if (reason === 'take-profit' && stopLoss >= low && stopLoss <= high) {
    return position.grossAt(stopLoss) - position.grossAt(price)
  }
  return null
}
