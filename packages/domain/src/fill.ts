import type { Liquidity, Side } from './order.ts'

/** An execution: UTC milliseconds, price in quote currency, commission in account currency (negative for a rebate). */
export interface Fill {
  readonly orderId: number
  readonly instrumentId: string
  readonly time: number
  readonly side: Side
  readonly quantity: number
  readonly price: number
  readonly commission: number
  readonly liquidity: Liquidity
}
