/** Money set aside for an order, or for all orders of a list together. */
export interface Hold {
  readonly asset: string
  left: bigint
}
