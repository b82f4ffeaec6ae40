import { divided, times, unitsText } from '../../units.ts'
import type { Quote } from './lab-market.ts'
import type { Trade } from './trade.ts'

const DAY_MS = 86_400_000

/** What happened in the day before `now`, with the names that REST uses. Without trades, nothing did. */
export function dayTicker(symbol: string, trades: readonly Trade[], quote: Quote | null, now: number): DayTicker {
  const first = trades.findIndex(({ time }) => time > now - DAY_MS)
  const recent = first < 0 ? [] : trades.slice(first)
  const before = trades[first - 1] ?? recent[0]
  const [open, last] = [recent[0], recent.at(-1)]
  let [high, low, volume, value] = [open?.price ?? 0n, open?.price ?? 0n, 0n, 0n]
  for (const { price, quantity } of recent) {
    if (price > high) high = price
    if (price < low) low = price
    volume += quantity
    value += times(price, quantity)
  }
  const change = (last?.price ?? 0n) - (open?.price ?? 0n)
  return {
    symbol,
    priceChange: unitsText(change),
    priceChangePercent: unitsText(divided(change * 100n, open?.price ?? 0n), 3),
    weightedAvgPrice: unitsText(divided(value, volume)),
    prevClosePrice: unitsText(before?.price ?? 0n),
    lastPrice: unitsText(last?.price ?? 0n),
    lastQty: unitsText(last?.quantity ?? 0n),
    bidPrice: unitsText(quote?.bid ?? 0n),
    bidQty: unitsText(quote?.bidQuantity ?? 0n),
    askPrice: unitsText(quote?.ask ?? 0n),
    askQty: unitsText(quote?.askQuantity ?? 0n),
    openPrice: unitsText(open?.price ?? 0n),
    highPrice: unitsText(high),
    lowPrice: unitsText(low),
    volume: unitsText(volume),
    quoteVolume: unitsText(value),
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: open?.id ?? -1,
    lastId: last?.id ?? -1,
    count: recent.length,
  }
}

export interface DayTicker {
  readonly symbol: string
  readonly priceChange: string
  readonly priceChangePercent: string
  readonly weightedAvgPrice: string
  readonly prevClosePrice: string
  readonly lastPrice: string
  readonly lastQty: string
  readonly bidPrice: string
  readonly bidQty: string
  readonly askPrice: string
  readonly askQty: string
  readonly openPrice: string
  readonly highPrice: string
  readonly lowPrice: string
  readonly volume: string
  readonly quoteVolume: string
  readonly openTime: number
  readonly closeTime: number
  readonly firstId: number
  readonly lastId: number
  readonly count: number
}

/** The same as a message of the ticker stream. */
export function tickerMessage(ticker: DayTicker): object {
  return {
    e: '24hrTicker',
    E: ticker.closeTime,
    s: ticker.symbol,
    p: ticker.priceChange,
    P: ticker.priceChangePercent,
    w: ticker.weightedAvgPrice,
    x: ticker.prevClosePrice,
    c: ticker.lastPrice,
    Q: ticker.lastQty,
    b: ticker.bidPrice,
    B: ticker.bidQty,
    a: ticker.askPrice,
    A: ticker.askQty,
    o: ticker.openPrice,
    h: ticker.highPrice,
    l: ticker.lowPrice,
    v: ticker.volume,
    q: ticker.quoteVolume,
    O: ticker.openTime,
    C: ticker.closeTime,
    F: ticker.firstId,
    L: ticker.lastId,
    n: ticker.count,
  }
}
