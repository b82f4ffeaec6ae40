// Written by tools/generate-indicators.mjs. Change the scripts in packages/indicators/src/system/ instead.
import type { IndicatorDefinition } from './definition.ts'

export declare const SYSTEM_INDICATORS: Readonly<Record<IndicatorKey, IndicatorDefinition>>

export type IndicatorKey =
  | 'SMA'
  | 'EMA'
  | 'BollingerBands'
  | 'Highest'
  | 'Lowest'
  | 'RSI'
  | 'MACD'
  | 'Stochastic'
  | 'ATR'
  | 'StandardDeviation'
