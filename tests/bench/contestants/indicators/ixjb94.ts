import { IndicatorsSync } from '@ixjb94/indicators'
import type { Prepared } from '../../contest.ts'
import { type IndicatorTask, prepareComputation } from './indicator-task.ts'

/** A library for whole lists. */
export function prepare(task: IndicatorTask): Prepared {
  const library = new IndicatorsSync()
  return prepareComputation(
    {
      SMA: (prices) => [library.sma(prices, 20)],
      EMA: (prices) => [library.ema(prices, 20)],
      RSI: (prices) => [library.rsi(prices, 14)],
      MACD: (prices) => library.macd(prices, 12, 26, 9),
      BollingerBands: (prices) => {
        const [lower, middle, upper] = library.bbands(prices, 20, 2)
        return [upper ?? [], middle ?? [], lower ?? []]
      },
      ATR: (prices, highs, lows) => [library.atr(highs, lows, prices, 14)],
    },
    task,
  )
}
