import { ATR, BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'
import type { Prepared } from '../../contest.ts'
import { type Computation, type IndicatorTask, outputsOf, prepareComputation } from './indicator-task.ts'

type Outputs = readonly Float64Array[]

function single(make: () => { update(price: number, replace: boolean): number | null }, [out]: Outputs): Computation {
  const output = out as Float64Array
  return (prices) => {
    const indicator = make()
    for (let at = 0; at < prices.length; at++) output[at] = indicator.update(prices[at] as number, false) ?? Number.NaN
    return [output]
  }
}

const macd =
  (outputs: Outputs): Computation =>
  (prices) => {
    const indicator = new MACD(new EMA(12), new EMA(26), new EMA(9))
    const [line, signal, histogram] = outputs as [Float64Array, Float64Array, Float64Array]
    for (let at = 0; at < prices.length; at++) {
      const value = indicator.update(prices[at] as number, false)
      if (!value) continue
      line[at] = value.macd
      signal[at] = value.signal
      histogram[at] = value.histogram
    }
    return [line, signal, histogram]
  }

const bollinger =
  (outputs: Outputs): Computation =>
  (prices) => {
    const indicator = new BollingerBands(20, 2)
    const [upper, middle, lower] = outputs as [Float64Array, Float64Array, Float64Array]
    for (let at = 0; at < prices.length; at++) {
      const value = indicator.update(prices[at] as number, false)
      if (!value) continue
      upper[at] = value.upper
      middle[at] = value.middle
      lower[at] = value.lower
    }
    return [upper, middle, lower]
  }

const atr =
  ([out]: Outputs): Computation =>
  (prices, highs, lows) => {
    const indicator = new ATR(14)
    const output = out as Float64Array
    for (let at = 0; at < prices.length; at++) {
      const bar = { high: highs[at] as number, low: lows[at] as number, close: prices[at] as number }
      output[at] = indicator.update(bar, false) ?? Number.NaN
    }
    return [output]
  }

export function prepare(task: IndicatorTask): Prepared {
  const outputs = outputsOf(task, 3)
  const ways = {
    SMA: single(() => new SMA(20), outputs),
    EMA: single(() => new EMA(20), outputs),
    RSI: single(() => new RSI(14), outputs),
    MACD: macd(outputs),
    BollingerBands: bollinger(outputs),
    ATR: atr(outputs),
  }
  return prepareComputation(ways, task)
}
