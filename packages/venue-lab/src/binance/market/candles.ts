import { times, unitsText } from '../../units.ts'
import type { Trade } from './trade.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
/** Weeks begin on Mondays, and the epoch began on a Thursday. */
const FIRST_MONDAY = 4 * DAY

const FIXED = new Map<string, number>([
  ['1s', SECOND],
  ...[1, 3, 5, 15, 30].map((minutes): [string, number] => [`${minutes}m`, minutes * 60 * SECOND]),
  ...[1, 2, 4, 6, 8, 12].map((hours): [string, number] => [`${hours}h`, hours * 3600 * SECOND]),
  ['1d', DAY],
  ['3d', 3 * DAY],
  ['1w', 7 * DAY],
])

export function isInterval(interval: string): boolean {
  return interval === '1M' || FIXED.has(interval)
}

function startOf(interval: string, time: number): number {
  const length = FIXED.get(interval)
  if (length === undefined) {
    const date = new Date(time)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  }
  const origin = interval === '1w' ? FIRST_MONDAY : 0
  return time - ((((time - origin) % length) + length) % length)
}

function endOf(interval: string, start: number): number {
  const length = FIXED.get(interval)
  if (length !== undefined) return start + length
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** A row of the venue's klines. */
export type Kline = readonly (number | string)[]

interface Building {
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  quoteVolume: bigint
  count: number
  takerVolume: bigint
  takerQuoteVolume: bigint
}

/** Which candles are requested, by the times of their starts. */
export interface CandleWindow {
  readonly from: number
  readonly to: number
  readonly most: number
}

const ALL: CandleWindow = { from: -Infinity, to: Infinity, most: Infinity }

/**
 * Candles of trades sorted by time, from the interval of the first trade through that of `now`, the forming one included.
 * Intervals without trades repeat the last price.
 */
export function candlesOf(
  trades: readonly Trade[],
  interval: string,
  now: number,
  { from, to, most }: CandleWindow = ALL,
): Kline[] {
  const oldest = trades[0]
  if (oldest === undefined) return []
  const begin = Math.max(startOf(interval, oldest.time), from === -Infinity ? from : firstFrom(interval, from))
  let at = placeOf(trades, begin)
  let last = trades[at - 1]?.price ?? oldest.price
  const rows: Kline[] = []
  for (let start = begin; start <= Math.min(now, to) && rows.length < most; start = endOf(interval, start)) {
    const end = endOf(interval, start)
    let candle = emptyCandle(last)
    for (let trade = trades[at]; trade !== undefined && trade.time < end; trade = trades[++at]) {
      if (candle.count === 0) candle = emptyCandle(trade.price)
      add(candle, trade)
    }
    last = candle.close
    rows.push(rowOf(candle, start, end))
  }
  return rows
}

function firstFrom(interval: string, time: number): number {
  const start = startOf(interval, time)
  return start === time ? start : endOf(interval, start)
}

/** The first trade that is not before a time: a year has half a million minutes, and a client reads it page by page. */
function placeOf(trades: readonly Trade[], time: number): number {
  let [low, high] = [0, trades.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((trades[middle]?.time ?? Infinity) < time) low = middle + 1
    else high = middle
  }
  return low
}

function emptyCandle(price: bigint): Building {
  return {
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    quoteVolume: 0n,
    count: 0,
    takerVolume: 0n,
    takerQuoteVolume: 0n,
  }
}

function add(candle: Building, { price, quantity, isBuyerMaker }: Trade): void {
  const value = times(price, quantity)
  if (price > candle.high) candle.high = price
  if (price < candle.low) candle.low = price
  candle.close = price
  candle.volume += quantity
  candle.quoteVolume += value
  candle.count++
  if (isBuyerMaker) return
  candle.takerVolume += quantity
  candle.takerQuoteVolume += value
}

function rowOf(candle: Building, start: number, end: number): Kline {
  return [
    start,
    unitsText(candle.open),
    unitsText(candle.high),
    unitsText(candle.low),
    unitsText(candle.close),
    unitsText(candle.volume),
    end - 1,
    unitsText(candle.quoteVolume),
    candle.count,
    unitsText(candle.takerVolume),
    unitsText(candle.takerQuoteVolume),
    '0',
  ]
}
