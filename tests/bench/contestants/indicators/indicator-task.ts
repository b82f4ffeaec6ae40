import type { Prepared } from '../../contest.ts'
import { randomWalk } from '../../random-walk.ts'

export type IndicatorName = 'SMA' | 'EMA' | 'RSI' | 'MACD' | 'BollingerBands' | 'ATR'

export interface IndicatorTask {
  readonly key: IndicatorName
  readonly points: number
}

/** Computes one list of numbers per output; lists may begin later than the prices, but end with them. */
export type Computation = (prices: number[], highs: number[], lows: number[]) => readonly ArrayLike<number>[]

/** Number of final values that are compared with those of the others. */
const COMPARED = 1000

/** The arguments of our indicators; the libraries are called with the same numbers. */
export const OWN_ARGUMENTS: Readonly<Record<IndicatorName, readonly number[]>> = {
  SMA: [20],
  EMA: [20],
  RSI: [14],
  MACD: [12, 26, 9],
  BollingerBands: [20, 2],
  ATR: [14],
}

export function prepareComputation(
  computations: Readonly<Record<IndicatorName, Computation>>,
  task: IndicatorTask,
): Prepared {
  return prepareTask(computations[task.key], task)
}

export function prepareTask(compute: Computation, { points }: IndicatorTask): Prepared {
  const prices = randomWalk(points)
  const highs = wicks(prices, 1)
  const lows = wicks(prices, -1)
  return { run: () => compute(prices, highs, lows).map((values) => tail(values)), warmUps: 8 }
}

/** Highs or lows of bars that close at these prices. */
export function wicks(prices: readonly number[], side: 1 | -1): number[] {
  return prices.map((price, at) => price + (side * ((at * 7919) % 13)) / 1e5)
}

/** Where values go that come one by one: allocated once, because new memory would cost more than some indicators. */
export function outputsOf({ points }: IndicatorTask, count: number): readonly Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(points))
}

function tail(values: ArrayLike<number>): number[] {
  return Array.from({ length: COMPARED }, (_, at) => values[values.length - COMPARED + at] ?? Number.NaN)
}
