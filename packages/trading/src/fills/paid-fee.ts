import type { Side } from '@tradeloom/domain'

/** What an execution says of its fee. */
export interface PaidFee {
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly fee: number
  readonly feeCurrency: string
}
