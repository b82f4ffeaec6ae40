import type { OhlcColumns } from '@tradeloom/domain'

import { Ring } from '../kit/ring.ts'
import { BLOCK_ROWS, type ColumnFill } from './column-fill.ts'

/** Writes the highest or lowest of the last `size` rows of a column, from the first full window. */
type ExtremeFill = (from: number, to: number, into: Float64Array, at: number) => void

/** The window is searched again only after its extreme has left it. */
function highestOf(source: Float64Array, size: number): ExtremeFill {
  let best = -Infinity
  let place = -1
  return (from, to, into, at) => {
    const offset = at - from
    for (let row = from; row < to; row++) {
      const value = source[row] as number
      if (value >= best) {
        best = value
        place = row
      } else if (place <= row - size) {
        best = -Infinity
        for (let k = row - size + 1; k <= row; k++) {
          if ((source[k] as number) >= best) {
            best = source[k] as number
            place = k
          }
        }
      }
      into[row + offset] = row < size - 1 ? NaN : best
    }
  }
}

function lowestOf(source: Float64Array, size: number): ExtremeFill {
  let best = Infinity
  let place = -1
  return (from, to, into, at) => {
    const offset = at - from
    for (let row = from; row < to; row++) {
      const value = source[row] as number
      if (value <= best) {
        best = value
        place = row
      } else if (place <= row - size) {
        best = Infinity
        for (let k = row - size + 1; k <= row; k++) {
          if ((source[k] as number) <= best) {
            best = source[k] as number
            place = k
          }
        }
      }
      into[row + offset] = row < size - 1 ? NaN : best
    }
  }
}

export function highestColumn({ high }: OhlcColumns, period: number): ColumnFill {
  const fill = highestOf(high, period)
  return (from, to, [into], at) => fill(from, to, into as Float64Array, at)
}

export function lowestColumn({ low }: OhlcColumns, period: number): ColumnFill {
  const fill = lowestOf(low, period)
  return (from, to, [into], at) => fill(from, to, into as Float64Array, at)
}

/** Donchian channel. */
export function donchianColumns({ high, low }: OhlcColumns, period: number): ColumnFill {
  const highs = highestOf(high, period)
  const lows = lowestOf(low, period)
  return (from, to, into, at) => {
    const [uppers, middles, lowers] = into as [Float64Array, Float64Array, Float64Array]
    highs(from, to, uppers, at)
    lows(from, to, lowers, at)
    const end = at + to - from
    for (let i = at; i < end; i++) middles[i] = ((uppers[i] as number) + (lowers[i] as number)) / 2
  }
}

/** Williams %R. */
export function williamsColumn({ high, low, close }: OhlcColumns, period: number): ColumnFill {
  const highs = highestOf(high, period)
  const lows = lowestOf(low, period)
  const bottoms = new Float64Array(BLOCK_ROWS)
  return (from, to, [into], at) => {
    const values = into as Float64Array
    highs(from, to, values, at)
    lows(from, to, bottoms, 0)
    for (let i = 0; i < to - from; i++) {
      const highest = values[at + i] as number
      const lowest = bottoms[i] as number
      values[at + i] = highest === lowest ? 0 : (-100 * (highest - (close[from + i] as number))) / (highest - lowest)
    }
  }
}

/** Stochastic oscillator: the position in the range, smoothed twice. */
export function stochasticColumns(
  { high, low, close }: OhlcColumns,
  period: number,
  smoothing: number,
  signal: number,
): ColumnFill {
  const highs = highestOf(high, period)
  const lows = lowestOf(low, period)
  const raws = new Ring(smoothing)
  const smooths = new Ring(signal)
  const [tops, bottoms, means] = [
    new Float64Array(BLOCK_ROWS),
    new Float64Array(BLOCK_ROWS),
    new Float64Array(BLOCK_ROWS),
  ]
  return (from, to, into, at) => {
    const [ks, ds] = into as [Float64Array, Float64Array]
    const count = to - from
    highs(from, to, tops, 0)
    lows(from, to, bottoms, 0)
    const first = Math.min(count, Math.max(0, period - 1 - from))
    for (let i = first; i < count; i++) {
      const highest = tops[i] as number
      const lowest = bottoms[i] as number
      const price = close[from + i] as number
      tops[i] = highest === lowest ? 0 : (100 * (price - lowest)) / (highest - lowest)
    }
    const start = first + raws.means(tops, first, count, means, first)
    const ready = start + smooths.means(means, start, count, ds, at + start)
    ks.fill(NaN, at, at + ready)
    ds.fill(NaN, at, at + ready)
    for (let i = ready; i < count; i++) ks[at + i] = means[i] as number
  }
}
