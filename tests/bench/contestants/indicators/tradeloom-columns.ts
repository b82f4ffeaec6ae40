import { indicatorByKey, indicatorColumns } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { randomWalk } from '../../random-walk.ts'
import { type IndicatorTask, OWN_ARGUMENTS, prepareTask, wicks } from './indicator-task.ts'

/** Over whole columns, as charts show an indicator and runs compute it for bars that they know in advance. */
export function prepare(task: IndicatorTask): Prepared {
  const definition = indicatorByKey(task.key)
  // Stored bars are such columns.
  const prices = randomWalk(task.points)
  const close = Float64Array.from(prices)
  const [high, low] = [Float64Array.from(wicks(prices, 1)), Float64Array.from(wicks(prices, -1))]
  const bars = { time: close, open: close, high, low, close, volume: close, spread: close }
  return prepareTask(() => indicatorColumns(definition, OWN_ARGUMENTS[task.key], bars), task)
}
