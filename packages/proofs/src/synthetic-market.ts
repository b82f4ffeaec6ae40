import { type BarColumns, createRandom, type Instrument, isMarketOpen } from '@tradeloom/domain'

export interface SyntheticMarket {
  readonly instrument: Instrument
  readonly seed: number
  /** UTC milliseconds. */
  readonly from: number
  readonly to: number
  /** Length of a row. */
  readonly rowMs: number
  /** First price. */
  readonly level: number
}

/** Spread of the invented market in steps of the last decimal. */
const SPREAD_POINTS = 8
/** Deviation of a minute's move as a fraction of the price; half a pip for a euro. */
const MINUTE_MOVE = 0.00006
const MINUTE = 60_000
/** A minute without any tick has no row: so many of a thousand. */
const MISSING = 6

/**
 * A random walk whose trend and restlessness change from regime to regime, with the hours of a day, gaps over weekends
 * and missing minutes. The same seed gives the same prices, whatever the times are.
 */
export function syntheticMarket({ instrument, seed, from, to, rowMs, level }: SyntheticMarket): BarColumns {
  const random = createRandom(seed)
  const point = 10 ** -instrument.precision
  const rows: number[][] = []
  const walk = new Walk(random, level, Math.sqrt(rowMs / MINUTE) * MINUTE_MOVE)
  let wasOpen = true
  for (let time = from; time < to; time += rowMs) {
    const isOpen = isMarketOpen(instrument.calendar, time)
    if (isOpen && !wasOpen) walk.gap()
    wasOpen = isOpen
    if (!isOpen) continue
    const candle = walk.next(time)
    if (random() * 1000 < MISSING) continue
    rows.push([time, ...candle.map((price) => Math.max(1, Math.round(price / point))), walk.volume()])
  }
  return columnsOf(rows, instrument.precision)
}

class Walk {
  readonly #random: () => number
  readonly #level: number
  readonly #move: number
  #price: number
  #drift = 0
  #unrest = 1
  #left = 0

  constructor(random: () => number, level: number, move: number) {
    this.#random = random
    this.#level = level
    this.#move = move
    this.#price = level
  }

  gap(): void {
    this.#price *= 1 + this.#normal() * this.#move * 20
  }

  volume(): number {
    return 10 + Math.floor(this.#random() * 90 * this.#unrest)
  }

  /** Open, high, low, close of the next row. */
  next(time: number): number[] {
    if (this.#left-- <= 0) this.#regime()
    const size = this.#move * this.#unrest * hourly(time) * this.#price
    const open = this.#price + this.#normal() * size * 0.1
    // The walk is held near its first price, so that long samples stay a market.
    const pull = (this.#level - open) * 0.0002
    const close = open + (this.#normal() + this.#drift) * size + pull
    const high = Math.max(open, close) + Math.abs(this.#normal()) * size * 0.5
    const low = Math.min(open, close) - Math.abs(this.#normal()) * size * 0.5
    this.#price = close
    return [open, high, low, close]
  }

  #regime(): void {
    this.#left = 60 + Math.floor(this.#random() * 600)
    this.#drift = (this.#random() - 0.5) * 0.3
    this.#unrest = 0.5 + this.#random() * 1.5
  }

  /** Nearly normal, without functions whose last digit differs between machines. */
  #normal(): number {
    const random = this.#random
    return (random() + random() + random() + random() - 2) * 1.732
  }
}

/** Markets are livelier while Europe and America trade. */
function hourly(time: number): number {
  const hour = Math.floor(time / 3_600_000) % 24
  return hour >= 7 && hour < 17 ? 1.3 : 0.7
}

function columnsOf(rows: readonly number[][], precision: number): BarColumns {
  const scale = 10 ** precision
  const column = (at: number, add: number) => Float64Array.from(rows, (row) => ((row[at] as number) + add) / scale)
  const plain = (at: number) => Float64Array.from(rows, (row) => row[at] as number)
  return {
    kind: 'bar',
    time: plain(0),
    bidOpen: column(1, 0),
    bidHigh: column(2, 0),
    bidLow: column(3, 0),
    bidClose: column(4, 0),
    askOpen: column(1, SPREAD_POINTS),
    askHigh: column(2, SPREAD_POINTS),
    askLow: column(3, SPREAD_POINTS),
    askClose: column(4, SPREAD_POINTS),
    volume: plain(5),
  }
}
