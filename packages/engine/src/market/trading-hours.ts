import { isMarketOpen, type Millis, nextChange } from '@tradeloom/domain'

import type { MarketSpec } from '../run-spec.ts'

type Hours = Pick<MarketSpec, 'instrument' | 'closures'>

/** Whether a market is open at some time in `from <= time < to`. */
export function opensWithin({ instrument, closures }: Hours, from: number, to: number): boolean {
  const { calendar } = instrument
  return isMarketOpen(calendar, from, closures) || nextChange(calendar, from, closures) < to
}

/** Tracks whether the market is open as time advances. */
export class TradingHours {
  readonly #spec: Hours
  /** Length of bars in which the market may open or close; 0 for rows that are entirely open or closed. */
  readonly #barMs: number
  isOpen = true
  /** The next time at which that changes. */
  next = -Infinity

  constructor(spec: Hours, barMs = 0) {
    this.#spec = spec
    this.#barMs = barMs
  }

  advance(time: Millis): void {
    if (time < this.next) return
    if (this.#barMs > 0) {
      this.isOpen = opensWithin(this.#spec, time, time + this.#barMs)
      this.next = time + 1
      return
    }
    const { instrument, closures } = this.#spec
    this.isOpen = isMarketOpen(instrument.calendar, time, closures)
    this.next = nextChange(instrument.calendar, time, closures)
  }
}
