import type { OhlcColumns } from '@tradeloom/domain'

import type { ColumnFill } from './column-fill.ts'

/** Momentum: the change over `period` rows. */
export function momentumColumn({ close }: OhlcColumns, period: number): ColumnFill {
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const first = firstRow(values, from, to, at, period)
    for (let row = first; row < to; row++) {
      values[at + row - from] = (close[row] as number) - (close[row - period] as number)
    }
  }
}

/** Rate of change in percent. */
export function rocColumn({ close }: OhlcColumns, period: number): ColumnFill {
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const first = firstRow(values, from, to, at, period)
    for (let row = first; row < to; row++) {
      const before = close[row - period] as number
      values[at + row - from] = before === 0 ? 0 : 100 * ((close[row] as number) / before - 1)
    }
  }
}

/** The first row of a block with enough earlier rows; rows before it get no value. */
function firstRow(values: Float64Array, from: number, to: number, at: number, period: number): number {
  const first = Math.min(to, Math.max(from, period))
  values.fill(NaN, at, at + first - from)
  return first
}

/** On-balance volume. */
export function obvColumn({ close, volume }: OhlcColumns): ColumnFill {
  let sum = 0
  return (from, to, [into], at) => {
    const values = into as Float64Array
    let total = sum
    for (let row = from; row < to; row++) {
      const price = close[row] as number
      const last = row === 0 ? -Infinity : (close[row - 1] as number)
      if (row === 0 || price > last) total += volume[row] as number
      else if (price < last) total -= volume[row] as number
      values[at + row - from] = total
    }
    sum = total
  }
}

const DAY = 86_400_000

/** Volume-weighted average price since midnight. */
export function vwapColumn({ time, high, low, close, volume }: OhlcColumns): ColumnFill {
  let day = NaN
  let count = 0
  let traded = 0
  let money = 0
  let sum = 0
  return (from, to, [into], at) => {
    const values = into as Float64Array
    for (let row = from; row < to; row++) {
      const today = Math.floor((time[row] as number) / DAY)
      const price = ((high[row] as number) + (low[row] as number) + (close[row] as number)) / 3
      const amount = volume[row] as number
      if (today !== day) {
        day = today
        count = 0
        traded = 0
        money = 0
        sum = 0
      }
      count += 1
      traded += amount
      money += price * amount
      sum += price
      values[at + row - from] = traded > 0 ? money / traded : sum / count
    }
  }
}

/** Commodity channel index. */
export function cciColumn({ high, low, close }: OhlcColumns, period: number): ColumnFill {
  /** Typical prices of the window, each at the index row modulo period. */
  const prices = new Float64Array(period)
  let place = 0
  return (from, to, [into], at) => {
    const values = into as Float64Array
    for (let row = from; row < to; row++) {
      const price = ((high[row] as number) + (low[row] as number) + (close[row] as number)) / 3
      prices[place] = price
      values[at + row - from] = row < period - 1 ? NaN : indexOf(prices, place)
      place = place + 1 === period ? 0 : place + 1
    }
  }
}

/** Adds prices from newest to oldest. */
function indexOf(prices: Float64Array, newest: number): number {
  const period = prices.length
  const price = prices[newest] as number
  let mean = price
  for (let i = newest - 1; i >= 0; i--) mean += prices[i] as number
  for (let i = period - 1; i > newest; i--) mean += prices[i] as number
  mean /= period
  let deviation = Math.abs(price - mean)
  for (let i = newest - 1; i >= 0; i--) deviation += Math.abs((prices[i] as number) - mean)
  for (let i = period - 1; i > newest; i--) deviation += Math.abs((prices[i] as number) - mean)
  // Sums of equal prices are off by their last digits, which are no move.
  const dust = period * Number.EPSILON * Math.abs(price)
  return deviation <= period * dust ? 0 : (price - mean) / ((0.015 * deviation) / period)
}
