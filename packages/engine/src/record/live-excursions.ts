import type { OpenPosition } from '../positions/open-position.ts'
import type { OpenPositions } from '../positions/open-positions.ts'
import type { Quote, Sides } from '../market/quote.ts'
import type { MarketExcursions } from './excursions.ts'

/** The best and the worst price of each open position, price by price: earlier rows are not kept. */
export class LiveExcursions implements MarketExcursions {
  readonly steps = null
  #open: OpenPositions | null = null

  /** Sets the open positions of the market. Call it once. */
  connect(open: OpenPositions): void {
    this.#open = open
  }

  startRow(): void {
    // Nothing is kept by row.
  }

  skipRow(): void {
    // Prices that nobody sees count for nothing.
  }

  endPrice({ bid, ask }: Sides): void {
    for (let position = this.#open?.first ?? null; position !== null; position = position.next) {
      const price = position.long ? bid : ask
      position.see(price, price)
    }
  }

  endRow({ bidHigh, bidLow, askHigh, askLow }: Quote): void {
    for (let position = this.#open?.first ?? null; position !== null; position = position.next) {
      if (position.long) position.see(bidHigh, bidLow)
      else position.see(askHigh, askLow)
    }
  }

  open(position: OpenPosition, price: number): void {
    position.see(price, price)
  }

  close(position: OpenPosition, price: number): void {
    position.see(price, price)
  }

  finish(): void {
    // Every price was seen when it came.
  }
}
