import type { IndicatorKey } from '../catalog.generated.js'
import { demaColumn, emaColumn, smaColumn, smmaColumn, temaColumn } from './averages.ts'
import { cciColumn, momentumColumn, obvColumn, rocColumn, vwapColumn } from './changes.ts'
import type { ColumnKernel } from './column-fill.ts'
import { bollingerColumns } from './deviations.ts'
import { adxColumn, dmiColumns } from './directional.ts'
import { donchianColumns, highestColumn, lowestColumn, stochasticColumns, williamsColumn } from './extremes.ts'
import { macdColumns } from './macd.ts'
import { atrColumn, keltnerColumns, natrColumn, supertrendColumns, trueRangeColumn } from './ranges.ts'
import { rsiColumn } from './strength.ts'
import { volumeAverageColumn, wmaColumn } from './window-sums.ts'

/**
 * The most used indicators as loops over columns, several times as fast as their scripts. The scripts remain the
 * definition: a test compares all values of both to the last bit.
 */
export const COLUMN_KERNELS: Readonly<Partial<Record<IndicatorKey, ColumnKernel>>> = {
  SMA: smaColumn,
  EMA: emaColumn,
  WMA: wmaColumn,
  SMMA: smmaColumn,
  DEMA: demaColumn,
  TEMA: temaColumn,
  BollingerBands: bollingerColumns,
  Donchian: donchianColumns,
  Highest: highestColumn,
  Lowest: lowestColumn,
  Keltner: keltnerColumns,
  Supertrend: supertrendColumns,
  ADX: adxColumn,
  DMI: dmiColumns,
  RSI: rsiColumn,
  MACD: macdColumns,
  Stochastic: stochasticColumns,
  WilliamsR: williamsColumn,
  CCI: cciColumn,
  ROC: rocColumn,
  Momentum: momentumColumn,
  ATR: atrColumn,
  NATR: natrColumn,
  TrueRange: trueRangeColumn,
  OBV: obvColumn,
  VWAP: vwapColumn,
  VolumeAverage: volumeAverageColumn,
}
