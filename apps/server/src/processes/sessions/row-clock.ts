import type { TickColumns } from '@tradeloom/domain'
import { isPrice, type TickRow } from '@tradeloom/market-data/ticks'

/** The time of a session, which never goes back: a price that comes late counts as of now. */
export class RowClock {
  #time = 0

  get time(): number {
    return this.#time
  }

  advance(time: number): number {
    this.#time = Math.max(this.#time, time)
    return this.#time
  }

  /** The prices among rows; null if there are none. */
  columns(rows: readonly TickRow[]): TickColumns | null {
    const prices = rows.filter(isPrice)
    if (prices.length === 0) return null
    return {
      kind: 'tick',
      time: Float64Array.from(prices, ({ time }) => this.advance(time)),
      bid: Float64Array.from(prices, ({ bid }) => bid),
      ask: Float64Array.from(prices, ({ ask }) => ask),
    }
  }
}
