import type { Price, RowIndex } from '@tradeloom/domain'

import type { MarketRows } from './market-rows.ts'

/** A price of each side. */
export interface Sides {
  readonly bid: Price
  readonly ask: Price
}

/** The extremes of a bar on both sides. */
export interface BarRange {
  readonly bidHigh: Price
  readonly bidLow: Price
  readonly askHigh: Price
  readonly askLow: Price
}

/** The last prices of one market, and the range of their bar. */
export class Quote {
  /** Time of the last price in runs over several markets; a single market is always at the clock's time. */
  time = 0.5
  /** Extremes of the current bar on both sides; for a real tick, its prices. */
  bidHigh = NaN as Price
  bidLow = NaN as Price
  askHigh = NaN as Price
  askLow = NaN as Price
  /** Whether the next price continues the path of the current bar. */
  isMidBar = false
  /** Whether the price lies between the open and the close of a bar, where the path says which it is. */
  isInsideBar = false
  readonly #point = { bid: NaN as Price, ask: NaN as Price }
  /** The row of `#rows` whose close is the last price; -1 if the last price was set. */
  #row = -1
  readonly #rows: Pick<MarketRows, 'bidClose' | 'askClose'>

  constructor(rows: Pick<MarketRows, 'bidClose' | 'askClose'>) {
    this.#rows = rows
  }

  /** NaN before the first price, as is `ask`. */
  get bid(): Price {
    return this.#row < 0 ? this.#point.bid : (this.#rows.bidClose[this.#row] as Price)
  }

  get ask(): Price {
    return this.#row < 0 ? this.#point.ask : (this.#rows.askClose[this.#row] as Price)
  }

  /**
   * The prices that were set last, in a third of the steps of `bid` and `ask`: they are the same wherever prices are processed
   * one by one, from `set` on until `closeRow`.
   */
  get point(): Sides {
    return this.#point
  }

  set(bid: Price, ask: Price): void {
    this.#row = -1
    this.#point.bid = bid
    this.#point.ask = ask
  }

  /** Copies what is only known by its row, before that row is gone. */
  keep(): void {
    if (this.#row >= 0) this.set(this.bid, this.ask)
  }

  /** The close of a row is the last price. It is read where somebody asks for it: most closes nobody does. */
  closeRow(row: RowIndex): void {
    this.#row = row
  }
}
