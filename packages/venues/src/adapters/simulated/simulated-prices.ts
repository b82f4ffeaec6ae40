import type { BarColumns, Instrument, TickColumns } from '@tradeloom/domain'
import {
  simulateBars,
  simulateTicks,
  sliceBars,
  type SimulatedProfile,
  surprisedBars,
  surprisedTicks,
} from '@tradeloom/simulation'

const DAY = 86_400_000
const MINUTE = 60_000
/** Days kept: a whole one, its neighbors, and the day before of the ticker. */
const KEPT_DAYS = 4
const NONE = new Float64Array(0)

/** Prices of one simulated market at any time: the same that are stored for backtests, where it has no surprises. */
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
    if (this.#minute?.start !== start) this.#minute = { start, ticks: this.minuteOf(start) }
    return this.#minute.ticks
  }

  /** Ticks of the minute that starts then, of those that are not asked about again. */
  minuteOf(start: number): TickColumns {
    const bars = within(this.#day(start), start, start + MINUTE)
    return surprisedTicks(this.#profile, this.#instrument, simulateTicks(this.#profile, this.#instrument, bars))
  }

  /** Minutes within a period of at most a few days, `from <= time < to`. */
  bars(from: number, to: number): BarColumns {
    const first = Math.floor(from / DAY) * DAY
    const days =
      to <= first + DAY
        ? this.#day(first)
        : simulateBars(this.#profile, this.#instrument, first, Math.ceil(to / DAY) * DAY)
    return surprisedBars(this.#profile, this.#instrument, within(days, from, to))
  }

  /** Ticks of the last minute before a time in which the market traded: weekends take two days. */
  lastTicks(time: number): TickColumns {
    for (let day = Math.floor(time / DAY) * DAY, tries = 0; tries < KEPT_DAYS; day -= DAY, tries++) {
      const bars = within(this.#day(day), day, Math.floor(time / MINUTE) * MINUTE)
      const last = bars.time.at(-1)
      if (last !== undefined) return this.minuteOf(last)
    }
    return { kind: 'tick', time: NONE, bid: NONE, ask: NONE }
  }

  /** Minutes without surprises of the day of a time. */
  #day(time: number): BarColumns {
    const day = Math.floor(time / DAY) * DAY
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
