import { emptyBar, type IndicatorBar, indicatorByKey, IndicatorInstance } from '@tradeloom/indicators'
import type { Prepared } from '../../contest.ts'
import { type IndicatorTask, prepareWay, type Way } from './indicator-task.ts'

const CHUNK = 2048

/** Value by value, as the engine runs them: one bar object, the script of the indicator, its history. */
function streamed(key: string, args: readonly number[]): Way {
  return (prices) => {
    const bar = emptyBar()
    const instance = new IndicatorInstance(indicatorByKey(key), args, bar)
    const outputs = instance.definition.outputs.map(() => new Float64Array(prices.length))
    const [only = new Float64Array(0)] = outputs
    for (let from = 0; from < prices.length; from += CHUNK) {
      const range = { prices, from, to: Math.min(prices.length, from + CHUNK) }
      if (outputs.length === 1) single(range, bar, instance, only)
      else several(range, bar, instance, outputs)
    }
    return outputs
  }
}

interface Range {
  readonly prices: readonly number[]
  readonly from: number
  readonly to: number
}

function single({ prices, from, to }: Range, bar: IndicatorBar, instance: IndicatorInstance, output: Float64Array) {
  const { first } = instance
  for (let at = from; at < to; at++) {
    bar.close = prices[at] as number
    instance.close()
    output[at] = first.at(0)
  }
}

function several({ prices, from, to }: Range, bar: IndicatorBar, instance: IndicatorInstance, outputs: Float64Array[]) {
  for (let at = from; at < to; at++) {
    bar.close = prices[at] as number
    instance.close()
    for (let output = 0; output < outputs.length; output++) {
      const values = outputs[output] as Float64Array
      values[at] = instance.at(output, 0)
    }
  }
}

export function prepare(task: IndicatorTask): Prepared {
  const ways = {
    SMA: streamed('SMA', [20]),
    EMA: streamed('EMA', [20]),
    RSI: streamed('RSI', [14]),
    MACD: streamed('MACD', [12, 26, 9]),
    BollingerBands: streamed('BollingerBands', [20, 2]),
  }
  return prepareWay(ways, task)
}
