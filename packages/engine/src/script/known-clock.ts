import type { Clock } from '../market/clock.ts'
import { firstRowAt, type MarketRows } from '../market/market-rows.ts'

/**
 * The time up to which a script knows values of datasets. Where prices are bars, the times of the prices inside one are
 * assumed: what became known during a bar is seen after it.
 */
export class KnownClock {
  readonly #clock: Clock
  readonly #bars: readonly Pick<MarketRows, 'time' | 'rowMs'>[]
  /** The last time and its answer. */
  #now = NaN
  #time = NaN

  constructor(clock: Clock, rows: readonly MarketRows[]) {
    this.#clock = clock
    this.#bars = rows.filter(({ kind }) => kind === 'bar')
  }

  get time(): number {
    const now = this.#clock.time
    if (now === this.#now) return this.#time
    this.#now = now
    this.#time = now
    for (const { time, rowMs } of this.#bars) {
      const start = time[firstRowAt(time, now + 1) - 1]
      if (start !== undefined && start < this.#time && now < start + rowMs) this.#time = start
    }
    return this.#time
  }
}
