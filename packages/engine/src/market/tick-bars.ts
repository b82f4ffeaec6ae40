import { IntervalBars } from './interval-bars.ts'
import type { NextPrice } from './next-price.ts'

/**
 * Bars that end with their n-th tick and not with time. The first tick of the run begins one; those of history before it
 * are counted backwards from there, so that more or less of it moves no border.
 */
export class TickBars extends IntervalBars {
  readonly ticks: number
  /** Ticks of the forming bar so far. */
  #taken = 0
  /** Ticks of history that are not enough for a bar. */
  #skipped = 0

  constructor(ticks: number) {
    // Of its interval only the start matters: the bar begins at its first tick.
    super(Object.freeze({ ticks }), 1)
    this.ticks = ticks
  }

  /** Before the first tick: so many are fed until the run begins. */
  align(ticksBefore: number): void {
    this.#skipped = ticksBefore % this.ticks
  }

  /** The run begins: its first tick begins a bar, however many ticks history had in open hours. */
  restart(): void {
    this.#skipped = 0
    this.#taken = 0
    this.end = Infinity
  }

  /** Takes a tick in; true when it was the last one of its bar. */
  take(point: NextPrice): boolean {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return false
    }
    this.addTick(point)
    this.#taken += 1
    if (this.#taken < this.ticks) return false
    this.#taken = 0
    return true
  }
}
