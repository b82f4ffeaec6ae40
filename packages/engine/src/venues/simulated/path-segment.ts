import type { Price } from '@tradeloom/domain'

import type { Sides } from '../../market/quote.ts'

/** The straight way of one market from a price point to the next. `bid` and `ask` are those at its end. */
export class PathSegment implements Sides {
  // Fractions, so that V8 stores the fields as doubles from the start.
  timeBefore = 0.5
  bidBefore = 0.5 as Price
  askBefore = 0.5 as Price
  time = 0.5
  bid = 0.5 as Price
  ask = 0.5 as Price

  /** `fraction`: how far along the path, 0 to 1. */
  timeAt(fraction: number): number {
    return this.timeBefore + (this.time - this.timeBefore) * fraction
  }

  bidAt(fraction: number): Price {
    return (this.bidBefore + (this.bid - this.bidBefore) * fraction) as Price
  }

  askAt(fraction: number): Price {
    return (this.askBefore + (this.ask - this.askBefore) * fraction) as Price
  }
}
