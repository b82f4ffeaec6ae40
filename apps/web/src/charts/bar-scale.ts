import { extent } from 'd3-array'
import { type ScaleLinear, scaleLinear } from 'd3-scale'

/** From an amount to percent of a cell's width; zero is always inside. */
export function barScale(amounts: readonly number[]): ScaleLinear<number, number> {
  const [low = 0, high = 0] = extent([0, ...amounts])
  return scaleLinear([low, high === low ? low + 1 : high], [0, 100])
}

/** Where a bar between two amounts lies in its cell. */
export function barSpan(
  percent: (amount: number) => number,
  from: number,
  to: number,
): { readonly left: string; readonly width: string } {
  const [start, end] = [percent(Math.min(from, to)), percent(Math.max(from, to))]
  return { left: `${start}%`, width: `${end - start}%` }
}
