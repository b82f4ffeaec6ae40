import type { WorkingOrder } from '../orders/working-order.ts'
import { type OpenPosition, tidyPrice } from '../positions/open-position.ts'

/** Gives a new position the stops of its order; distances are measured from the fill price. */
export function initialStops(position: OpenPosition, order: WorkingOrder, rate: number): void {
  const { openPrice, quantity } = position
  const sign = position.long ? 1 : -1
  const { stopLossDistance, takeProfitDistance } = order
  // Unrounded binary sums would be a hair away from the intended price, and the market would trade through it.
  position.stopLoss =
    stopLossDistance === stopLossDistance ? tidyPrice(openPrice - sign * stopLossDistance) : order.stopLoss
  position.takeProfit =
    takeProfitDistance === takeProfitDistance ? tidyPrice(openPrice + sign * takeProfitDistance) : order.takeProfit
  position.trailingStop = order.trailingStop
  position.best = openPrice
  const { stopLoss, trailingStop } = position
  const distance = stopLoss === stopLoss ? sign * (openPrice - stopLoss) : trailingStop
  position.risk = distance * quantity * rate
}
