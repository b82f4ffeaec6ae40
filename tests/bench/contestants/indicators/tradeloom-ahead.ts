import { type AheadHistory, BLOCK_ROWS, IndicatorAhead, indicatorByKey } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { randomWalk } from '../../random-walk.ts'
import { type IndicatorTask, outputsOf, OWN_ARGUMENTS, prepareTask, wicks } from './indicator-task.ts'

/** Value by value, as backtests run them: computed in blocks for bars that are known, then one value per finished bar. */
export function prepare(task: IndicatorTask): Prepared {
  const definition = indicatorByKey(task.key)
  // Stored bars are such columns.
  const prices = randomWalk(task.points)
  const close = Float64Array.from(prices)
  const [high, low] = [Float64Array.from(wicks(prices, 1)), Float64Array.from(wicks(prices, -1))]
  const outputs = outputsOf(task, definition.outputs.length)
  return prepareTask(() => {
    // Other bars each time: values over the same ones would be kept.
    const bars = { time: close, open: close, high, low, close, volume: close, spread: close }
    const indicator = new IndicatorAhead(definition, OWN_ARGUMENTS[task.key], bars)
    for (let from = 0; from < task.points; from += BLOCK_ROWS) {
      indicator.fill(from)
      const range = { from, to: Math.min(task.points, from + BLOCK_ROWS) }
      const [history] = indicator.histories
      const [output] = outputs
      if (outputs.length === 1 && history && output) followOne(history, output, range)
      else followThree(indicator.histories, outputs, range)
    }
    return [...outputs]
  }, task)
}

interface Range {
  readonly from: number
  readonly to: number
}

function followOne(history: AheadHistory, output: Float64Array, { from, to }: Range): void {
  for (let at = from; at < to; at++) {
    history.turn(at)
    output[at] = history.last
  }
}

function followThree(histories: readonly AheadHistory[], outputs: readonly Float64Array[], { from, to }: Range): void {
  const [one, two, three] = histories
  const [first, second, third] = outputs
  if (!one || !two || !three || !first || !second || !third) throw new Error('Only for indicators with three outputs')
  for (let at = from; at < to; at++) {
    one.turn(at)
    two.turn(at)
    three.turn(at)
    first[at] = one.last
    second[at] = two.last
    third[at] = three.last
  }
}
