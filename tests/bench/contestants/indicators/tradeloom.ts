import { emptyBar, type IndicatorBar, indicatorByKey, IndicatorInstance } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { type IndicatorTask, OWN_ARGUMENTS, prepareTask } from './indicator-task.ts'

/** Few long chunks: the inner loop should be compiled, not the one that calls it. */
const CHUNK = 65_536

interface Range {
  readonly prices: readonly number[]
  readonly from: number
  readonly to: number
}

/** Value by value, as in the engine: one bar object, the indicator's script, its history. */
function streamed(key: string, args: readonly number[], prices: readonly number[]): Float64Array[] {
  const bar = emptyBar()
  const instance = new IndicatorInstance(indicatorByKey(key), args, bar)
  const outputs = instance.definition.outputs.map(() => new Float64Array(prices.length))
  const follow = outputs.length === 1 ? followOne : followThree
  for (let from = 0; from < prices.length; from += CHUNK)
    follow({ prices, from, to: Math.min(prices.length, from + CHUNK) }, bar, instance, outputs)
  return outputs
}

function followOne(
  { prices, from, to }: Range,
  bar: IndicatorBar,
  instance: IndicatorInstance,
  outputs: Float64Array[],
): void {
  const { first } = instance
  const output = outputs[0] as Float64Array
  for (let at = from; at < to; at++) {
    bar.close = prices[at] as number
    instance.close()
    output[at] = first.last
  }
}

function followThree(
  { prices, from, to }: Range,
  bar: IndicatorBar,
  instance: IndicatorInstance,
  outputs: Float64Array[],
): void {
  const [one, two, three] = instance.histories
  const [first, second, third] = outputs
  if (!one || !two || !three || !first || !second || !third) throw new Error('Only for indicators with three outputs')
  for (let at = from; at < to; at++) {
    bar.close = prices[at] as number
    instance.close()
    first[at] = one.last
    second[at] = two.last
    third[at] = three.last
  }
}

export function prepare(task: IndicatorTask): Prepared {
  return prepareTask((prices) => streamed(task.key, OWN_ARGUMENTS[task.key], prices), task)
}
