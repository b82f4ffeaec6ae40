import {
  BarSeries,
  type BarData,
  CandlestickSeries,
  type IChartApiBase,
  type ISeriesApi,
  type LineData,
  LineSeries,
  LineType,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts'
import { formatNumber } from '../../ui/format.ts'
import type { ChartColors } from '../chart-colors.ts'
import { isGap, type PriceRow, chartTime } from './price-bars.ts'

/** How bars are drawn: the types of the specification, then two that compute other bars. */
export const CHART_TYPES = ['candlestick', 'ohlc', 'spline', 'heikin-ashi', 'renko'] as const
export type ChartType = (typeof CHART_TYPES)[number]

export type MainSeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Bar'> | ISeriesApi<'Line'>

/** Ticks have only one price. */
export type DrawnType = ChartType | 'ticks'

/** As prices are written everywhere. */
export function priceFormat(precision: number) {
  const formatter = (price: number): string => formatNumber(price, precision)
  return { type: 'custom', minMove: 10 ** -precision, formatter } as const
}

export function addMainSeries(
  chart: IChartApiBase,
  type: DrawnType,
  colors: ChartColors,
  precision: number,
): MainSeries {
  // The end of the loaded bars is not a price of today.
  const common = { priceFormat: priceFormat(precision), priceLineVisible: false }
  const { buy, sell, accent } = colors
  if (type === 'ohlc') return chart.addSeries(BarSeries, { upColor: buy, downColor: sell, ...common })
  if (type === 'spline') {
    return chart.addSeries(LineSeries, { color: accent, lineWidth: 2, lineType: LineType.Curved, ...common })
  }
  if (type === 'ticks') {
    return chart.addSeries(LineSeries, { color: accent, lineWidth: 1, lineType: LineType.WithSteps, ...common })
  }
  const wicks = { wickUpColor: buy, wickDownColor: sell, borderVisible: false }
  return chart.addSeries(CandlestickSeries, { upColor: buy, downColor: sell, ...wicks, ...common })
}

/** Replaces the data of a main series. */
export function setMainData(series: MainSeries, rows: readonly PriceRow[]): void {
  if (series.seriesType() === 'Line') (series as ISeriesApi<'Line'>).setData(rows.map(toClose))
  else (series as ISeriesApi<'Candlestick'>).setData(rows.map(toBar))
}

function toBar(row: PriceRow): BarData<UTCTimestamp> | WhitespaceData<UTCTimestamp> {
  const time = chartTime(row)
  if (isGap(row)) return { time }
  return { time, open: row[1] ?? 0, high: row[2] ?? 0, low: row[3] ?? 0, close: row[4] ?? 0 }
}

function toClose(row: PriceRow): LineData<UTCTimestamp> | WhitespaceData<UTCTimestamp> {
  const time = chartTime(row)
  return isGap(row) ? { time } : { time, value: row[4] ?? 0 }
}
