import type { Price } from '@tradeloom/domain'

/**
 * A fill that opens or closes. Prices are levels and distances in quote currency; commission is in account currency.
 */
export interface Fill {
  readonly time: number
  readonly price: Price
  /** Half the spread at that time, and the slippage, as price distances. */
  readonly halfSpread: number
  readonly slippage: number
  /** Account currency per unit of quote currency. */
  readonly rate: number
  readonly commission: number
}
