/**
 * Takes market orders that have nothing but a quantity as two numbers. Most orders are like that and live for a single
 * price; nothing else refers to them.
 */
export interface MinimalOrders {
  /** Whether such an order would be taken now. */
  canPlaceMinimal(): boolean
  /** Takes one right after `canPlaceMinimal`; `closes` is the id of the position that it closes, or 0. */
  placeMinimal(id: number, closes: number): void
}
