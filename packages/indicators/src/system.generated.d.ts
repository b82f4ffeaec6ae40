import type { IndicatorDefinition } from './definition.ts'

export declare const SYSTEM_INDICATORS: Readonly<Record<IndicatorKey, IndicatorDefinition>>

export type IndicatorKey =
  | 'SMA'
  | 'EMA'
  | 'RSI'
  | 'MACD'
  | 'BollingerBands'
  | 'ATR'
  | 'Stochastic'
  | 'Highest'
  | 'Lowest'
  | 'StandardDeviation'
