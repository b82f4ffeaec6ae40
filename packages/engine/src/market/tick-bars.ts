import type { ScriptActivity } from '../script-activity.ts'
import { IntervalBars } from './interval-bars.ts'
import type { NextPrice } from './next-price.ts'

/**
 * Bars that end after n ticks instead of a time span. The first tick of the run starts one; history before it is
 * counted backward from there, so its length does not move any boundary.
 */
export class TickBars extends IntervalBars {
  readonly ticks: number
  /** Ticks of the forming bar so far. */
  #taken = 0
  /** Leading ticks of history that do not fill a bar. */
  #skipped = 0

  constructor(ticks: number, activity: ScriptActivity) {
    // Only the start of the interval is used: the bar starts at its first tick.
    super(Object.freeze({ ticks }), activity, 1)
    this.ticks = ticks
  }

  /** Call it before the first tick, with the number of ticks fed before the run starts. */
  align(ticksBefore: number): void {
    this.#skipped = ticksBefore % this.ticks
  }

  /** Call it at the start of the run: its first tick starts a bar, however many ticks of history were in open hours. */
  restart(): void {
    this.#skipped = 0
    this.#taken = 0
    this.end = Infinity
  }

  /** Adds a tick; returns true if it was the last one of its bar. */
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
