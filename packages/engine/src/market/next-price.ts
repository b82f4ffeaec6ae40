import type { Price } from '@tradeloom/domain'

/**
 * The price that the kernel processes next. Loops write it here, because numbers passed to functions are boxed, while
 * number fields of a long-lived object are not. The initial values are fractions, so that V8 stores the fields as
 * doubles from the start.
 */
export class NextPrice {
  time = 0.5
  bid = 0.5 as Price
  ask = 0.5 as Price
  /** Volume of the bar that ends with this price; 0 for other prices. */
  volume = 0.5
}
