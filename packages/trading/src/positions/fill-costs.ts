import { minus, type Side, times } from '@tradeloom/domain'

/** What a fill has cost beside fees, as price distances. */
export interface FillCosts {
  readonly halfSpread: number
  readonly slippage: number
}

interface PricedFill {
  readonly side: Side
  readonly price: number
  readonly isMaker: boolean
  /** When it arrived; null where nobody knows. */
  readonly quote: { readonly bid: number; readonly ask: number } | null
}

const UNKNOWN: FillCosts = { halfSpread: 0, slippage: 0 }

/**
 * Half the spread on arrival, and how far behind its own side of the quote it was filled: negative if it was filled at a
 * better price. What rested at its price has none of the latter.
 */
export function fillCosts({ side, price, isMaker, quote }: PricedFill): FillCosts {
  if (quote === null) return UNKNOWN
  const { bid, ask } = quote
  const halfSpread = times(minus(ask, bid), 0.5)
  if (isMaker) return { halfSpread, slippage: 0 }
  return { halfSpread, slippage: side === 'BUY' ? minus(price, ask) : minus(bid, price) }
}
