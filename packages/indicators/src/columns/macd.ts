import type { OhlcColumns } from '@tradeloom/domain'

import type { ColumnFill } from './column-fill.ts'

/** Both averages start at the bar that fills the slow window, the signal with the first differences. */
export function macdColumns({ close }: OhlcColumns, one: number, other: number, signal: number): ColumnFill {
  const short = one < other ? one : other
  const long = one < other ? other : one
  const weights = [2 / (short + 1), 2 / (long + 1), 2 / (signal + 1)] as const
  /** Number of rows up to the first signal. */
  const beginning = long + signal - 1
  let fast = 0
  let slow = 0
  let line = 0

  /** Processes one of the first rows. */
  function begin(row: number): void {
    const value = close[row] as number
    if (row < long) {
      if (row >= long - short) fast += value
      slow += value
      if (row < long - 1) return
      fast /= short
      slow /= long
    } else {
      fast = fast + weights[0] * (value - fast)
      slow = slow + weights[1] * (value - slow)
    }
    line += fast - slow
    if (row === beginning - 1) line /= signal
  }

  return (from, to, into, at) => {
    const [macds, signals, histograms] = into as [Float64Array, Float64Array, Float64Array]
    const offset = at - from
    let row = from
    for (; row < to && row < beginning; row++) {
      begin(row)
      const isFirst = row === beginning - 1
      macds[row + offset] = isFirst ? fast - slow : NaN
      signals[row + offset] = isFirst ? line : NaN
      histograms[row + offset] = isFirst ? fast - slow - line : NaN
    }
    const [fastWeight, slowWeight, lineWeight] = weights
    let shortAverage = fast
    let longAverage = slow
    let average = line
    for (; row < to; row++) {
      const value = close[row] as number
      shortAverage = shortAverage + fastWeight * (value - shortAverage)
      longAverage = longAverage + slowWeight * (value - longAverage)
      const macd = shortAverage - longAverage
      average = average + lineWeight * (macd - average)
      macds[row + offset] = macd
      signals[row + offset] = average
      histograms[row + offset] = macd - average
    }
    fast = shortAverage
    slow = longAverage
    line = average
  }
}
