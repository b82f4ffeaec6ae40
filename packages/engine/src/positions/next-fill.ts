import type { Price } from '@tradeloom/domain'

import type { Fill } from './fill.ts'

/** A fill that is written anew for each booking. Fractions, so that V8 stores the fields as doubles from the start. */
export class NextFill implements Fill {
  time = 0.5
  price = 0.5 as Price
  halfSpread = 0.5
  slippage = 0.5
  rate = 0.5
  commission = 0.5
}
