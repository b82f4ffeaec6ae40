import type { OhlcColumns } from '@tradeloom/domain'

import type { ColumnFill } from './column-fill.ts'

/** Sums the windows that end with rows `row` to `row + 3`, each from newest to oldest. */
type FourSums = (source: Float64Array, row: number, period: number, sums: Float64Array) => void

/** Four windows at once: additions within one sum depend on each other, those of different sums run in parallel. */
function sumsColumn(source: Float64Array, period: number, add: FourSums, divisor: number, factor: number): ColumnFill {
  const sums = new Float64Array(4)
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const offset = at - from
    const first = Math.min(to, Math.max(from, period - 1))
    values.fill(NaN, at, first + offset)
    for (let row = first; row < to; row += 4) {
      // Windows beyond the last row are summed from NaN and ignored.
      add(source, row, period, sums)
      const count = Math.min(4, to - row)
      for (let i = 0; i < count; i++) values[row + i + offset] = (factor * (sums[i] as number)) / divisor
    }
  }
}

const plainSums: FourSums = (source, row, period, sums) => {
  let first = source[row] as number
  let second = source[row + 1] as number
  let third = source[row + 2] as number
  let fourth = source[row + 3] as number
  for (let k = row - 1; k > row - period; k--) {
    first += source[k] as number
    second += source[k + 1] as number
    third += source[k + 2] as number
    fourth += source[k + 3] as number
  }
  sums[0] = first
  sums[1] = second
  sums[2] = third
  sums[3] = fourth
}

/** The newest number is weighted with the window length, the oldest with 1. */
const weightedSums: FourSums = (source, row, period, sums) => {
  let weight = period
  let first = (source[row] as number) * weight
  let second = (source[row + 1] as number) * weight
  let third = (source[row + 2] as number) * weight
  let fourth = (source[row + 3] as number) * weight
  for (let k = row - 1; k > row - period; k--) {
    weight -= 1
    first += (source[k] as number) * weight
    second += (source[k + 1] as number) * weight
    third += (source[k + 2] as number) * weight
    fourth += (source[k + 3] as number) * weight
  }
  sums[0] = first
  sums[1] = second
  sums[2] = third
  sums[3] = fourth
}

export function wmaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  return sumsColumn(close, period, weightedSums, period * (period + 1), 2)
}

export function volumeAverageColumn({ volume }: OhlcColumns, period: number): ColumnFill {
  return sumsColumn(volume, period, plainSums, period, 1)
}
