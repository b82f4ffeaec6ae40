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

/** Spread of the simulated market in steps of the last decimal. */
const SPREAD_POINTS = 8
/** Standard deviation of a one-minute move as a fraction of the price; half a pip for EUR/USD. */
const MINUTE_MOVE = 0.00006
const MINUTE = 60_000
/** Rows per thousand that are missing, as minutes without ticks are. */
const MISSING = 6

/**
 * A random walk whose trend and volatility change between regimes, with intraday activity, weekend gaps and missing
 * minutes. The same seed gives the same prices at any times.
 */
export function syntheticMarket({ instrument, seed, from, to, rowMs, level }: SyntheticMarket): BarColumns {
  const random = createRandom(seed)
  const point = 10 ** -instrument.precision
  const rows = new Rows(Math.ceil((to - from) / rowMs), point)
  const walk = new Walk(random, level, Math.sqrt(rowMs / MINUTE) * MINUTE_MOVE)
  let wasOpen = true
  for (let time = from; time < to; time += rowMs) {
    const isOpen = isMarketOpen(instrument.calendar, time)
    if (isOpen && !wasOpen) walk.gap()
    wasOpen = isOpen
    if (!isOpen) continue
    walk.next(time)
    if (random() * 1000 < MISSING) continue
    rows.push(time, walk, walk.volume())
  }
  return rows.columns()
}

interface Candle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Columns being filled; prices are whole steps of the last decimal. */
class Rows {
  readonly #scale: number
  readonly #time: Float64Array
  readonly #volume: Float64Array
  readonly #bids: readonly Float64Array[]
  readonly #asks: readonly Float64Array[]
  #count = 0

  constructor(most: number, point: number) {
    const make = (): Float64Array => new Float64Array(most)
    this.#scale = Math.round(1 / point)
    this.#time = make()
    this.#volume = make()
    this.#bids = [make(), make(), make(), make()]
    this.#asks = [make(), make(), make(), make()]
  }

  push(time: number, { open, high, low, close }: Candle, volume: number): void {
    const row = this.#count++
    this.#time[row] = time
    this.#volume[row] = volume
    this.#put(0, row, open)
    this.#put(1, row, high)
    this.#put(2, row, low)
    this.#put(3, row, close)
  }

  columns(): BarColumns {
    const cut = (values: Float64Array | undefined): Float64Array => (values as Float64Array).subarray(0, this.#count)
    return {
      kind: 'bar',
      time: cut(this.#time),
      bidOpen: cut(this.#bids[0]),
      bidHigh: cut(this.#bids[1]),
      bidLow: cut(this.#bids[2]),
      bidClose: cut(this.#bids[3]),
      askOpen: cut(this.#asks[0]),
      askHigh: cut(this.#asks[1]),
      askLow: cut(this.#asks[2]),
      askClose: cut(this.#asks[3]),
      volume: cut(this.#volume),
    }
  }

  #put(at: number, row: number, price: number): void {
    const steps = Math.max(1, Math.round(price * this.#scale))
    const bids = this.#bids[at] as Float64Array
    const asks = this.#asks[at] as Float64Array
    bids[row] = steps / this.#scale
    asks[row] = (steps + SPREAD_POINTS) / this.#scale
  }
}

class Walk {
  readonly #random: () => number
  readonly #level: number
  readonly #move: number
  #price: number
  /** Prices of the current row. */
  open = 0
  high = 0
  low = 0
  close = 0
  #drift = 0
  #volatility = 1
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
    return 10 + Math.floor(this.#random() * 90 * this.#volatility)
  }

  next(time: number): void {
    if (this.#left-- <= 0) this.#regime()
    const size = this.#move * this.#volatility * hourly(time) * this.#price
    const open = this.#price + this.#normal() * size * 0.1
    // Mean reversion keeps long samples in a plausible range.
    const pull = (this.#level - open) * 0.0002
    const close = open + (this.#normal() + this.#drift) * size + pull
    this.high = Math.max(open, close) + Math.abs(this.#normal()) * size * 0.5
    this.low = Math.min(open, close) - Math.abs(this.#normal()) * size * 0.5
    this.open = open
    this.close = close
    this.#price = close
  }

  #regime(): void {
    this.#left = 60 + Math.floor(this.#random() * 600)
    this.#drift = (this.#random() - 0.5) * 0.3
    this.#volatility = 0.5 + this.#random() * 1.5
  }

  /** Nearly normal, without functions whose last digit differs between machines. */
  #normal(): number {
    const random = this.#random
    return (random() + random() + random() + random() - 2) * 1.732
  }
}

/** Markets are more active while Europe and America trade. */
function hourly(time: number): number {
  const hour = Math.floor(time / 3_600_000) % 24
  return hour >= 7 && hour < 17 ? 1.3 : 0.7
}
