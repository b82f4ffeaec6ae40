import { atr, bb, ema, macd, rsi, sma } from 'indicatorts'
import type { Prepared } from '../../contest.ts'
import { type IndicatorTask, prepareComputation } from './indicator-task.ts'

/** A library for whole lists. */
export function prepare(task: IndicatorTask): Prepared {
  return prepareComputation(
    {
      SMA: (prices) => [sma(prices, { period: 20 })],
      EMA: (prices) => [ema(prices, { period: 20 })],
      RSI: (prices) => [rsi(prices, { period: 14 })],
      MACD: (prices) => {
        const { macdLine, signalLine } = macd(prices, { fast: 12, slow: 26, signal: 9 })
        return [macdLine, signalLine]
      },
      BollingerBands: (prices) => {
        const { upper, middle, lower } = bb(prices, { period: 20 })
        return [upper, middle, lower]
      },
      ATR: (prices, highs, lows) => [atr(highs, lows, prices, { period: 14 }).atrLine],
    },
    task,
  )
}
