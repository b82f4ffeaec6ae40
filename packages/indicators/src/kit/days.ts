import type { IndicatorBar } from '../indicator-bar.ts'
import type { Part } from './part.ts'
import { freezeClass } from './freeze-class.ts'

const DAY = 86_400_000

/** The prices of a whole day. */
export interface Day {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

interface PresentDay {
  day: number
  open: number
  high: number
  low: number
  close: number
  isWhole: boolean
  past: Day | null
}

/** UTC days of bars. The day in which the data begins is not whole unless it begins at midnight. */
export class Days implements Part {
  readonly #bar: Readonly<IndicatorBar>
  readonly #now: PresentDay = { day: NaN, open: 0, high: 0, low: 0, close: 0, isWhole: false, past: null }
  readonly #saved: PresentDay = { ...this.#now }

  constructor(bar: Readonly<IndicatorBar>) {
    this.#bar = bar
  }

  /** Adds the current bar; returns the last finished day, or null until there is a whole one. */
  next(): Day | null {
    const bar = this.#bar
    const now = this.#now
    const day = Math.floor(bar.time / DAY)
    if (day === now.day) {
      now.high = Math.max(now.high, bar.high)
      now.low = Math.min(now.low, bar.low)
      now.close = bar.close
      return now.past
    }
    const isFirst = Number.isNaN(now.day)
    now.past = now.isWhole ? { open: now.open, high: now.high, low: now.low, close: now.close } : null
    now.isWhole = !isFirst || bar.time % DAY === 0
    now.day = day
    now.open = bar.open
    now.high = bar.high
    now.low = bar.low
    now.close = bar.close
    return now.past
  }

  /** First price of the current day, as far as known. */
  get open(): number {
    return this.#now.open
  }

  save(): void {
    Object.assign(this.#saved, this.#now)
  }

  restore(): void {
    Object.assign(this.#now, this.#saved)
  }
}

freezeClass(Days)
