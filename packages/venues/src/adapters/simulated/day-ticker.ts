import { tidy } from '@tradeloom/domain'
import type { TickerMessage } from '../../ports/market-feed.ts'
import type { SimulatedPrices } from './simulated-prices.ts'

const DAY = 86_400_000
const MINUTE = 60_000

interface Summary {
  readonly end: number
  /** The first price; null if nothing was traded. */
  readonly open: number | null
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** The last 24 hours of a simulated market: whole minutes, and what has passed of the running one. */
export class DayTicker {
  readonly #prices: SimulatedPrices
  #minutes: Summary | null = null

  constructor(prices: SimulatedPrices) {
    this.#prices = prices
  }

  /** `bid` is the newest one. */
  at(time: number, bid: number): TickerMessage {
    const end = Math.floor(time / MINUTE) * MINUTE
    if (this.#minutes?.end !== end) this.#minutes = summaryOf(this.#prices, end)
    let { high, low, volume } = this.#minutes
    const ticks = this.#prices.ticksOf(time)
    for (let row = 0; (ticks.time[row] ?? Infinity) <= time; row++) {
      high = Math.max(high, ticks.bid[row] as number)
      low = Math.min(low, ticks.bid[row] as number)
      volume += 1
    }
    const open = this.#minutes.open ?? ticks.bid[0] ?? bid
    const priceChange = tidy(bid - open)
    return {
      kind: 'ticker',
      time,
      priceChange,
      priceChangePercent: tidy((priceChange / open) * 100),
      high: Math.max(high, bid),
      low: Math.min(low, bid),
      volume,
    }
  }
}

/** The whole minutes of the 24 hours before `end`. */
function summaryOf(prices: SimulatedPrices, end: number): Summary {
  const midnight = Math.floor(end / DAY) * DAY
  const days = [prices.bars(end - DAY, midnight), prices.bars(midnight, end)]
  let [high, low, volume] = [-Infinity, Infinity, 0]
  for (const bars of days) {
    for (let row = 0; row < bars.time.length; row++) {
      high = Math.max(high, bars.bidHigh[row] as number)
      low = Math.min(low, bars.bidLow[row] as number)
      volume += bars.volume[row] as number
    }
  }
  return { end, open: days.find((bars) => bars.time.length > 0)?.bidOpen[0] ?? null, high, low, volume }
}
