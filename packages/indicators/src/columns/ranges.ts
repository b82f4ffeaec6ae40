import type { OhlcColumns } from '@tradeloom/domain'

import { Ema } from '../kit/ema.ts'
import { Wilder } from '../kit/wilder.ts'
import { BLOCK_ROWS, type ColumnFill } from './column-fill.ts'

type Prices = Pick<OhlcColumns, 'high' | 'low' | 'close'>

/** True ranges of rows from 1; the first row has none, because it has no previous close. */
function trueRanges({ high, low, close }: Prices, from: number, to: number, into: Float64Array, at: number): void {
  const offset = at - from
  for (let row = from; row < to; row++) {
    const before = close[row - 1] as number
    into[row + offset] = Math.max(high[row] as number, before) - Math.min(low[row] as number, before)
  }
}

export function trueRangeColumn(bars: OhlcColumns): ColumnFill {
  return (from, to, [into], at) => {
    const first = from === 0 ? 1 : from
    if (from === 0) (into as Float64Array)[at] = NaN
    trueRanges(bars, first, to, into as Float64Array, at + first - from)
  }
}

/** Average true range, seeded with the mean of the first `period` true ranges. */
export function atrColumn({ high, low, close }: OhlcColumns, period: number): ColumnFill {
  let average = 0
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const offset = at - from
    let row = from
    if (row === 0) {
      values[offset] = NaN
      row = 1
    }
    let last = average
    for (; row < to && row <= period; row++) {
      const before = close[row - 1] as number
      last += (Math.max(high[row] as number, before) - Math.min(low[row] as number, before)) / period
      values[row + offset] = row < period ? NaN : last
    }
    for (; row < to; row++) {
      const before = close[row - 1] as number
      const range = Math.max(high[row] as number, before) - Math.min(low[row] as number, before)
      last = (last * (period - 1) + range) / period
      values[row + offset] = last
    }
    average = last
  }
}

/** Wilder's averages of true ranges for a block; returns how many of its rows have none. */
function wilderRanges(bars: Prices, average: Wilder, ranges: Float64Array): (from: number, to: number) => number {
  return (from, to) => {
    const first = from === 0 ? 1 : 0
    trueRanges(bars, from + first, to, ranges, first)
    return first + average.nextAll(ranges, first, to - from, ranges, first)
  }
}

export function natrColumn(bars: OhlcColumns, period: number): ColumnFill {
  const { close } = bars
  const ranges = new Float64Array(BLOCK_ROWS)
  const next = wilderRanges(bars, new Wilder(period), ranges)
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const ready = next(from, to)
    values.fill(NaN, at, at + ready)
    for (let i = ready; i < to - from; i++) {
      const price = close[from + i] as number
      values[at + i] = price === 0 ? 0 : (100 * (ranges[i] as number)) / price
    }
  }
}

/** Keltner channel. */
export function keltnerColumns(bars: OhlcColumns, period: number, multiplier: number, atrPeriod: number): ColumnFill {
  const average = new Ema(period)
  const middles = new Float64Array(BLOCK_ROWS)
  const ranges = new Float64Array(BLOCK_ROWS)
  const next = wilderRanges(bars, new Wilder(atrPeriod), ranges)
  return (from, to, into, at) => {
    const [uppers, centers, lowers] = into as [Float64Array, Float64Array, Float64Array]
    const ready = Math.max(average.nextAll(bars.close, from, to, middles, 0), next(from, to))
    for (const column of [uppers, centers, lowers]) column.fill(NaN, at, at + ready)
    for (let i = ready; i < to - from; i++) {
      const middle = middles[i] as number
      const range = ranges[i] as number
      uppers[at + i] = middle + multiplier * range
      centers[at + i] = middle
      lowers[at + i] = middle - multiplier * range
    }
  }
}

/** Supertrend: bands that only move closer while the price stays on its side. */
export function supertrendColumns(bars: OhlcColumns, period: number, multiplier: number): ColumnFill {
  const { high, low, close } = bars
  const ranges = new Float64Array(BLOCK_ROWS)
  const next = wilderRanges(bars, new Wilder(period), ranges)
  let isFirst = true
  let upper = NaN
  let lower = NaN
  let direction = 1
  return (from, to, into, at) => {
    const [values, directions] = into as [Float64Array, Float64Array]
    const ready = next(from, to)
    values.fill(NaN, at, at + ready)
    directions.fill(NaN, at, at + ready)
    for (let i = ready; i < to - from; i++) {
      const row = from + i
      const price = ((high[row] as number) + (low[row] as number)) / 2
      const now = close[row] as number
      const distance = multiplier * (ranges[i] as number)
      const above = price + distance
      const below = price - distance
      if (isFirst) {
        isFirst = false
        upper = above
        lower = below
        direction = now < below ? -1 : 1
      } else {
        const last = close[row - 1] as number
        upper = last <= upper ? Math.min(above, upper) : above
        lower = last >= lower ? Math.max(below, lower) : below
        if (direction === 1 && now < lower) direction = -1
        else if (direction === -1 && now > upper) direction = 1
      }
      values[at + i] = direction === 1 ? lower : upper
      directions[at + i] = direction
    }
  }
}
