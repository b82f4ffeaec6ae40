import { ATR, BollingerBands, EMA, MACD, RSI, SMA } from 'trading-signals'
import type { Prepared } from '../../contest.ts'
import { type Computation, type IndicatorTask, prepareComputation } from './indicator-task.ts'

function single(make: () => { update(price: number, replace: boolean): number | null }): Computation {
  return (prices) => {
    const indicator = make()
    const output = new Float64Array(prices.length)
    for (let at = 0; at < prices.length; at++) output[at] = indicator.update(prices[at] as number, false) ?? Number.NaN
    return [output]
  }
}

const macd: Computation = (prices) => {
  const indicator = new MACD(new EMA(12), new EMA(26), new EMA(9))
  const [line, signal, histogram] = [0, 1, 2].map(() => new Float64Array(prices.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let at = 0; at < prices.length; at++) {
    const value = indicator.update(prices[at] as number, false)
    if (!value) continue
    line[at] = value.macd
    signal[at] = value.signal
    histogram[at] = value.histogram
  }
  return [line, signal, histogram]
}

const bollinger: Computation = (prices) => {
  const indicator = new BollingerBands(20, 2)
  const [upper, middle, lower] = [0, 1, 2].map(() => new Float64Array(prices.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let at = 0; at < prices.length; at++) {
    const value = indicator.update(prices[at] as number, false)
    if (!value) continue
    upper[at] = value.upper
    middle[at] = value.middle
    lower[at] = value.lower
  }
  return [upper, middle, lower]
}

const atr: Computation = (prices, highs, lows) => {
  const indicator = new ATR(14)
  const output = new Float64Array(prices.length)
  for (let at = 0; at < prices.length; at++) {
    const bar = { high: highs[at] as number, low: lows[at] as number, close: prices[at] as number }
    output[at] = indicator.update(bar, false) ?? Number.NaN
  }
  return [output]
}

export function prepare(task: IndicatorTask): Prepared {
  const ways = {
    SMA: single(() => new SMA(20)),
    EMA: single(() => new EMA(20)),
    RSI: single(() => new RSI(14)),
    MACD: macd,
    BollingerBands: bollinger,
    ATR: atr,
  }
  return prepareComputation(ways, task)
}
