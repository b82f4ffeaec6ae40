import type { OhlcColumns } from '@tradeloom/domain'

import { Ema } from '../kit/ema.ts'
import { Ring } from '../kit/ring.ts'
import { Wilder } from '../kit/wilder.ts'
import { BLOCK_ROWS, type ColumnFill } from './column-fill.ts'

/** A part that can process a whole column at once. */
interface ColumnPart {
  nextAll(source: Float64Array, from: number, to: number, into: Float64Array, at: number): number
}

export function smaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  const window = new Ring(period)
  return (from, to, [into], at) => void window.means(close, from, to, into as Float64Array, at)
}

export function emaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  return fillWith(new Ema(period, 'exact'), close)
}

export function smmaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  return fillWith(new Wilder(period), close)
}

function fillWith(part: ColumnPart, source: Float64Array): ColumnFill {
  return (from, to, [into], at) => void part.nextAll(source, from, to, into as Float64Array, at)
}

export function demaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  const [once, twice] = [new Ema(period), new Ema(period)]
  const [first, second] = [new Float64Array(BLOCK_ROWS), new Float64Array(BLOCK_ROWS)]
  return (from, to, [into], at) => {
    const count = to - from
    const start = once.nextAll(close, from, to, first, 0)
    const ready = start + twice.nextAll(first, start, count, second, start)
    const values = into as Float64Array
    values.fill(NaN, at, at + ready)
    for (let i = ready; i < count; i++) values[at + i] = 2 * (first[i] as number) - (second[i] as number)
  }
}

export function temaColumn({ close }: OhlcColumns, period: number): ColumnFill {
  const [once, twice, thrice] = [new Ema(period), new Ema(period), new Ema(period)]
  const [first, second, third] = [
    new Float64Array(BLOCK_ROWS),
    new Float64Array(BLOCK_ROWS),
    new Float64Array(BLOCK_ROWS),
  ]
  return (from, to, [into], at) => {
    const count = to - from
    const start = once.nextAll(close, from, to, first, 0)
    const middle = start + twice.nextAll(first, start, count, second, start)
    const ready = middle + thrice.nextAll(second, middle, count, third, middle)
    const values = into as Float64Array
    values.fill(NaN, at, at + ready)
    for (let i = ready; i < count; i++) {
      values[at + i] = 3 * (first[i] as number) - 3 * (second[i] as number) + (third[i] as number)
    }
  }
}
