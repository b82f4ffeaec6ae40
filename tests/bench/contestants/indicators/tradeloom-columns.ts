import { indicatorByKey, indicatorColumns } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { randomWalk } from '../../random-walk.ts'
import { type IndicatorTask, OWN_ARGUMENTS, prepareTask } from './indicator-task.ts'

/** Over whole columns, as an indicator is computed outside a run: the same script, called row by row. */
export function prepare(task: IndicatorTask): Prepared {
  const definition = indicatorByKey(task.key)
  // Stored bars have such columns; only the closes are read.
  const close = Float64Array.from(randomWalk(task.points))
  const bars = { time: close, open: close, high: close, low: close, close, volume: close, spread: close }
  return prepareTask(() => indicatorColumns(definition, OWN_ARGUMENTS[task.key], bars), task)
}
