/** A trade of the market, with price and quantity in units. */
export interface Trade {
  readonly id: number
  readonly time: number
  readonly price: bigint
  readonly quantity: bigint
  readonly isBuyerMaker: boolean
}
