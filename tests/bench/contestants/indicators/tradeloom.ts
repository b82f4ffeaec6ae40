import { emptyBar, type IndicatorBar, indicatorByKey, IndicatorInstance } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { type IndicatorTask, outputsOf, OWN_ARGUMENTS, prepareTask } from './indicator-task.ts'

/** Few long chunks: the inner loop should be compiled, not the one that calls it. */
const CHUNK = 65_536

interface Range {
  readonly prices: readonly number[]
  /** Highs and lows where the indicator reads them. */
  readonly extremes: readonly [readonly number[], readonly number[]] | null
  readonly from: number
  readonly to: number
}

/** Value by value, as the engine runs them: one bar object, the script of the indicator, its history. */
function streamed(
  key: string,
  args: readonly number[],
  prices: readonly number[],
  extremes: Range['extremes'],
  [...outputs]: readonly Float64Array[],
): Float64Array[] {
  const bar = emptyBar()
  const instance = new IndicatorInstance(indicatorByKey(key), args, bar)
  const follow = extremes ? followBars : outputs.length === 1 ? followOne : followThree
  for (let from = 0; from < prices.length; from += CHUNK)
    follow({ prices, extremes, from, to: Math.min(prices.length, from + CHUNK) }, bar, instance, outputs)
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

function followBars(
  { prices, extremes, from, to }: Range,
  bar: IndicatorBar,
  instance: IndicatorInstance,
  outputs: Float64Array[],
): void {
  const { first } = instance
  const output = outputs[0] as Float64Array
  const [highs, lows] = extremes as NonNullable<Range['extremes']>
  for (let at = from; at < to; at++) {
    bar.high = highs[at] as number
    bar.low = lows[at] as number
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
  const outputs = outputsOf(task, indicatorByKey(task.key).outputs.length)
  return prepareTask(
    (prices, highs, lows) =>
      streamed(task.key, OWN_ARGUMENTS[task.key], prices, task.key === 'ATR' ? [highs, lows] : null, outputs),
    task,
  )
}
