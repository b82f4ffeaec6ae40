import type { OhlcColumns } from '@tradeloom/domain'

import { Wilder } from '../kit/wilder.ts'
import { BLOCK_ROWS, type ColumnFill } from './column-fill.ts'

/** Wilder's running sums for a block, from the first row with a full period of movements. */
class MovementBlock {
  readonly plus = new Float64Array(BLOCK_ROWS)
  readonly minus = new Float64Array(BLOCK_ROWS)
  readonly range = new Float64Array(BLOCK_ROWS)
  readonly #bars: OhlcColumns
  readonly #period: number
  #plus = 0
  #minus = 0
  #range = 0

  constructor(bars: OhlcColumns, period: number) {
    this.#bars = bars
    this.#period = period
  }

  /** Processes rows `from` to `to` (exclusive); returns how many of them have no sums. */
  fill(from: number, to: number): number {
    const { high, low, close } = this.#bars
    const period = this.#period
    let plus = this.#plus
    let minus = this.#minus
    let range = this.#range
    for (let row = Math.max(1, from); row < to; row++) {
      const before = close[row - 1] as number
      const top = high[row] as number
      const bottom = low[row] as number
      const up = top - (high[row - 1] as number)
      const down = (low[row - 1] as number) - bottom
      const kept = row < period ? 1 : 1 - 1 / period
      plus = plus * kept + (up > down && up > 0 ? up : 0)
      minus = minus * kept + (down > up && down > 0 ? down : 0)
      range = range * kept + (Math.max(top, before) - Math.min(bottom, before))
      this.plus[row - from] = plus
      this.minus[row - from] = minus
      this.range[row - from] = range
    }
    this.#plus = plus
    this.#minus = minus
    this.#range = range
    return Math.min(to - from, Math.max(0, period - from))
  }

  /** Overwrites the sums of upward movement with the directional index. */
  index(ready: number, count: number): Float64Array {
    const { plus, minus } = this
    for (let i = ready; i < count; i++) {
      const up = plus[i] as number
      const down = minus[i] as number
      plus[i] = percent(Math.abs(up - down), up + down)
    }
    return plus
  }
}

/** Plus and minus directional indicators. */
export function dmiColumns(bars: OhlcColumns, period: number): ColumnFill {
  const sums = new MovementBlock(bars, period)
  return (from, to, into, at) => {
    const [ups, downs] = into as [Float64Array, Float64Array]
    const ready = sums.fill(from, to)
    ups.fill(NaN, at, at + ready)
    downs.fill(NaN, at, at + ready)
    for (let i = ready; i < to - from; i++) {
      const range = sums.range[i] as number
      ups[at + i] = percent(sums.plus[i] as number, range)
      downs[at + i] = percent(sums.minus[i] as number, range)
    }
  }
}

/** Average directional index. */
export function adxColumn(bars: OhlcColumns, period: number): ColumnFill {
  const sums = new MovementBlock(bars, period)
  const average = new Wilder(period)
  return (from, to, [into], at) => {
    const values = into as Float64Array
    const ready = sums.fill(from, to)
    const indexes = sums.index(ready, to - from)
    values.fill(NaN, at, at + ready)
    average.nextAll(indexes, ready, to - from, values, at + ready)
  }
}

function percent(movement: number, whole: number): number {
  return whole === 0 ? 0 : (100 * movement) / whole
}
