import { ATR, BollingerBands, EMA, MACD, RSI, SMA } from 'technicalindicators'
import type { Prepared } from '../../contest.ts'
import { type Computation, type IndicatorTask, outputsOf, prepareComputation } from './indicator-task.ts'

function streamed<Value>(
  make: () => { nextValue(price: number): Value | undefined },
  names: readonly (keyof Value)[] | null,
  all: readonly Float64Array[],
): Computation {
  const outputs = all.slice(0, names?.length ?? 1)
  return (prices) => {
    const indicator = make()
    for (let at = 0; at < prices.length; at++) {
      const value = indicator.nextValue(prices[at] as number)
      if (value === undefined || value === null) continue
      for (let output = 0; output < outputs.length; output++)
        (outputs[output] as Float64Array)[at] = Number(names === null ? value : value[names[output] as keyof Value])
    }
    return outputs
  }
}

const atr =
  ([out]: readonly Float64Array[]): Computation =>
  (prices, highs, lows) => {
    const indicator = new ATR({ period: 14, high: [], low: [], close: [] })
    const output = out as Float64Array
    for (let at = 0; at < prices.length; at++) {
      const bar = { high: highs[at] as number, low: lows[at] as number, close: prices[at] as number }
      output[at] = indicator.nextValue(bar as never) ?? Number.NaN
    }
    return [output]
  }

export function prepare(task: IndicatorTask): Prepared {
  const settings = { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9, SimpleMAOscillator: false, SimpleMASignal: false }
  const outputs = outputsOf(task, 3)
  return prepareComputation(
    {
      SMA: streamed(() => new SMA({ period: 20, values: [] }), null, outputs),
      EMA: streamed(() => new EMA({ period: 20, values: [] }), null, outputs),
      RSI: streamed(() => new RSI({ period: 14, values: [] }), null, outputs),
      MACD: streamed(() => new MACD({ ...settings, values: [] }), ['MACD', 'signal', 'histogram'], outputs),
      BollingerBands: streamed(
        () => new BollingerBands({ period: 20, stdDev: 2, values: [] }),
        ['upper', 'middle', 'lower'],
        outputs,
      ),
      ATR: atr(outputs),
    },
    task,
  )
}
