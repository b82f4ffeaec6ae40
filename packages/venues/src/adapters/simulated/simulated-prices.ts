import type { BarColumns, Instrument, TickColumns } from '@tradeloom/domain'
import { simulateBars, simulateTicks, sliceBars, type SimulatedProfile } from '@tradeloom/simulation'

const DAY = 86_400_000
const MINUTE = 60_000
/** Days kept: a whole one, its neighbors, and the day before of the ticker. */
const KEPT_DAYS = 4

/** Prices of one simulated market at any time: the same that are stored for backtests. */
export class SimulatedPrices {
  readonly #profile: SimulatedProfile
  readonly #instrument: Instrument
  readonly #days = new Map<number, BarColumns>()
  #minute: { readonly start: number; readonly ticks: TickColumns } | null = null

  constructor(profile: SimulatedProfile, instrument: Instrument) {
    this.#profile = profile
    this.#instrument = instrument
  }

  /** Whether the market trades in the minute of a time. */
  isOpen(time: number): boolean {
    return this.ticksOf(time).time.length > 0
  }

  /** Ticks of the minute of a time; none while the market is closed. */
  ticksOf(time: number): TickColumns {
    const start = Math.floor(time / MINUTE) * MINUTE
    if (this.#minute?.start !== start) {
      const ticks = simulateTicks(this.#profile, this.#instrument, this.bars(start, start + MINUTE))
      this.#minute = { start, ticks }
    }
    return this.#minute.ticks
  }

  /** Minutes within a period of at most a few days, `from <= time < to`. */
  bars(from: number, to: number): BarColumns {
    const first = Math.floor(from / DAY) * DAY
    if (to <= first + DAY) return within(this.#day(first), from, to)
    return within(simulateBars(this.#profile, this.#instrument, first, Math.ceil(to / DAY) * DAY), from, to)
  }

  /** The minute before a time in which the market last traded: weekends take two days. */
  lastBars(time: number): BarColumns {
    for (let day = Math.floor(time / DAY) * DAY, tries = 0; tries < KEPT_DAYS; day -= DAY, tries++) {
      const bars = within(this.#day(day), day, Math.floor(time / MINUTE) * MINUTE)
      if (bars.time.length > 0) return sliceBars(bars, bars.time.length - 1, bars.time.length)
    }
    return sliceBars(this.#day(Math.floor(time / DAY) * DAY), 0, 0)
  }

  /** Ticks of minutes. */
  ticks(bars: BarColumns): TickColumns {
    return simulateTicks(this.#profile, this.#instrument, bars)
  }

  #day(day: number): BarColumns {
    const known = this.#days.get(day)
    if (known) return known
    if (this.#days.size >= KEPT_DAYS) this.#days.delete(this.#days.keys().next().value as number)
    const bars = simulateBars(this.#profile, this.#instrument, day, day + DAY)
    this.#days.set(day, bars)
    return bars
  }
}

function within(bars: BarColumns, from: number, to: number): BarColumns {
  const first = bars.time.findIndex((time) => time >= from)
  if (first === -1) return sliceBars(bars, 0, 0)
  const last = bars.time.findLastIndex((time) => time < to)
  return sliceBars(bars, first, Math.max(first, last + 1))
}
