import type { Price, RowIndex, RunModels } from '@tradeloom/domain'

import type { TradedMarket } from '../traded-market.ts'

/**
 * Which extreme of a bar is reached first; true means open, high, low, close. Sums of bid and ask are compared, with a
 * tolerance below the finest price step, so that rounding noise does not decide.
 *
 * Market assumption of the adaptive path, as in charting platforms: first to the extreme nearer to the open; to the low
 * if equal. The worst path goes against the open positions, and the best one with them, which decides the depth of the
 * drawdown; where the path decides about orders and positions, the venue chooses by the equity at the end of the bar.
 *
 * It reads prices and positions itself, because numbers passed to functions are boxed.
 */
export function isHighFirst(path: RunModels['path'], market: TradedMarket, row: RowIndex): boolean {
  if (path === 'ohlc') return true
  if (path === 'olhc') return false
  const { rows, positions, epsilon } = market
  if (path === 'worst' || path === 'best') {
    const net = positions.longQuantity - positions.shortQuantity
    if (net !== 0) return net < 0 === (path === 'worst')
  }
  const open = (rows.bidOpen[row] as Price) + (rows.askOpen[row] as Price)
  const high = (rows.bidHigh[row] as Price) + (rows.askHigh[row] as Price)
  const low = (rows.bidLow[row] as Price) + (rows.askLow[row] as Price)
  return high - open < open - low - epsilon
}
