import type { Ring } from './ring.ts'

/** A straight line through the values of a window: `start` at the oldest, `end` at the newest. */
export interface Line {
  readonly slope: number
  readonly start: number
  readonly end: number
}

/** The least-squares line through the values of a full window, in order. */
export function lineThrough(window: Ring): Line {
  const { size } = window
  const middle = (size - 1) / 2
  let mean = 0
  for (let k = 0; k < size; k++) mean += window.at(k)
  mean /= size
  let slope = 0
  for (let k = 0; k < size; k++) slope += (size - 1 - k - middle) * (window.at(k) - mean)
  slope *= 12 / (size * (size * size - 1))
  return { slope, start: mean - slope * middle, end: mean + slope * middle }
}
