import type { OhlcColumns } from '@tradeloom/domain'

import type { ColumnFill } from './column-fill.ts'

/** Relative strength index. */
export function rsiColumn({ close }: OhlcColumns, period: number): ColumnFill {
  let gain = 0
  let loss = 0
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const offset = at - from
    let row = from
    if (row === 0) {
      values[offset] = NaN
      row = 1
    }
    for (; row < to && row <= period; row++) {
      const change = (close[row] as number) - (close[row - 1] as number)
      gain += (change > 0 ? change : 0) / period
      loss += (change < 0 ? -change : 0) / period
      values[row + offset] = row < period ? NaN : index(gain, loss)
    }
    let up = gain
    let down = loss
    for (; row < to; row++) {
      const change = (close[row] as number) - (close[row - 1] as number)
      up = (up * (period - 1) + (change > 0 ? change : 0)) / period
      down = (down * (period - 1) + (change < 0 ? -change : 0)) / period
      values[row + offset] = index(up, down)
    }
    gain = up
    loss = down
  }
}

function index(up: number, down: number): number {
  return up + down === 0 ? 0 : (100 * up) / (up + down)
}
