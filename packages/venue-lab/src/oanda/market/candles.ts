import { amountText, toAmount } from '../amount.ts'
import { newYorkTime } from '../venue-time.ts'
import type { LabMinute, Ohlc } from './minute.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const LENGTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([1, 2, 4, 5, 10, 15, 30].map((minutes) => [`M${minutes}`, minutes * MINUTE])),
  ...Object.fromEntries([1, 2, 3, 4, 6, 8, 12].map((hours) => [`H${hours}`, hours * HOUR])),
}

/** Where days and weeks begin. */
export interface Alignment {
  readonly hour: number
  readonly isNewYork: boolean
  readonly weekday: string
}

export interface Candle {
  readonly time: number
  readonly end: number
  readonly bid: Ohlc
  readonly ask: Ohlc
  readonly volume: number
}

/** Of a minute and longer. */
export function isGranularity(text: string): boolean {
  return text in LENGTHS || ['D', 'W', 'M'].includes(text)
}

/** One for each interval that has a minute, from a time on, `most` of them. */
export function candlesOf(
  minutes: readonly LabMinute[],
  { granularity, from, to, most }: { granularity: string; from: number; to: number; most: number },
  alignment: Alignment,
): readonly Candle[] {
  const candles: Candle[] = []
  let last: Candle | null = null
  for (let at = firstFrom(minutes, from); at < minutes.length; at++) {
    const minute = minutes[at]
    if (minute === undefined || minute.time >= to) break
    if (last !== null && minute.time < last.end) {
      last = joined(last, minute)
      candles[candles.length - 1] = last
      continue
    }
    if (candles.length === most) break
    const time = startOf(granularity, minute.time, alignment)
    last = { ...minute, time, end: endOf(granularity, time, alignment) }
    candles.push(last)
  }
  return candles
}

/** Where a time would stand: a year has half a million minutes, and a client reads it page by page. */
function firstFrom(minutes: readonly LabMinute[], time: number): number {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((minutes[middle]?.time ?? Infinity) < time) low = middle + 1
    else high = middle
  }
  return low
}

function joined(candle: Candle, minute: LabMinute): Candle {
  return {
    ...candle,
    bid: joinedPrices(candle.bid, minute.bid),
    ask: joinedPrices(candle.ask, minute.ask),
    volume: candle.volume + minute.volume,
  }
}

function joinedPrices([open, high, low]: Ohlc, [, nextHigh, nextLow, close]: Ohlc): Ohlc {
  return [open, Number(nextHigh) > Number(high) ? nextHigh : high, Number(nextLow) < Number(low) ? nextLow : low, close]
}

export function startOf(granularity: string, time: number, alignment: Alignment): number {
  const length = LENGTHS[granularity]
  if (length !== undefined && length <= HOUR) return time - (time % length)
  const day = dayStart(time, alignment)
  if (length !== undefined) return day + Math.floor((time - day) / length) * length
  if (granularity === 'D') return day
  let start = day
  while (!isFirst(granularity, start, alignment)) start = dayStart(start - HOUR, alignment)
  return start
}

function endOf(granularity: string, start: number, alignment: Alignment): number {
  const length = LENGTHS[granularity]
  if (length !== undefined) return start + length
  let end = nextDay(start, alignment)
  while (!['D'].includes(granularity) && !isFirst(granularity, end, alignment)) end = nextDay(end, alignment)
  return end
}

function nextDay(start: number, alignment: Alignment): number {
  return dayStart(start + DAY + 2 * HOUR, alignment)
}

/** Whether a day begins a week or a month. A day belongs to the date on which most of it lies. */
function isFirst(granularity: string, start: number, { isNewYork, weekday }: Alignment): boolean {
  if (granularity === 'M') return new Date(start + DAY / 2).getUTCDate() === 1
  const day = isNewYork ? newYorkTime(start).weekday : new Date(start).getUTCDay()
  return WEEKDAYS[day] === weekday
}

function dayStart(time: number, { hour, isNewYork }: Alignment): number {
  const since = (at: number): number => {
    const clock = isNewYork ? newYorkTime(at).sinceMidnight : at % DAY
    return (clock - hour * HOUR + DAY) % DAY
  }
  const guess = time - since(time)
  // The clock is set forward or back at night.
  const off = since(guess)
  return off > DAY / 2 ? guess + DAY - off : guess - off
}

export function midOf(bid: Ohlc, ask: Ohlc, digits: number): Ohlc {
  const mids = bid.map((price, at) => amountText((toAmount(price) + toAmount(ask[at] ?? price)) / 2n, digits))
  return mids as unknown as Ohlc
}
