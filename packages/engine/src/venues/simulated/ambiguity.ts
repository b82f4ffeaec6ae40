import type { Price } from '@tradeloom/domain'

import type { Quote } from '../../market/quote.ts'
import type { OpenPosition } from '../../positions/open-position.ts'
import type { PositionView } from '../../run-result.ts'

/** What the other exit is assumed to cost, and to need. */
export interface ExitAssumptions {
  /** Of a stop, per unit. */
  readonly slippage: number
  /** A target is filled by prices beyond it only. */
  readonly isThrough: boolean
}

/**
 * The additional profit (or loss) of the other exit in quote currency, if the bar that closed a position contained both
 * its stop and its target, so that the path decided and not the data; otherwise NaN. A stop would also have slipped.
 */
export function ambiguityOf(
  position: OpenPosition,
  reason: PositionView['closeReason'],
  quote: Quote,
  price: Price,
  { slippage, isThrough }: ExitAssumptions,
): number {
  const { long, takeProfit } = position
  const high = long ? quote.bidHigh : quote.askHigh
  const low = long ? quote.bidLow : quote.askLow
  if (reason === 'stop-loss' || reason === 'trailing-stop') {
    const isReached = isThrough
      ? long
        ? takeProfit >= low && takeProfit < high
        : takeProfit > low && takeProfit <= high
      : takeProfit >= low && takeProfit <= high
    return isReached ? position.grossAt(takeProfit) - position.grossAt(price) : NaN
  }
  if (reason !== 'take-profit') return NaN
  const stop = nearerStop(position)
  return stop >= low && stop <= high
    ? position.grossAt(stop) - slippage * position.quantity - position.grossAt(price)
    : NaN
}

/** The stop that the market reaches first, fixed or trailing. NaN without any. */
function nearerStop({ long, stopLoss, trailingStop, trailingLevel }: OpenPosition): number {
  if (trailingStop !== trailingStop) return stopLoss
  if (stopLoss !== stopLoss) return trailingLevel
  return long ? Math.max(stopLoss, trailingLevel) : Math.min(stopLoss, trailingLevel)
}
