import {
  AreaSeries,
  createChart,
  createChartEx,
  type IChartApiBase,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { formatNumber, formatPercent } from '../ui/format.ts'
import { chartColors, withOpacity } from './chart-colors.ts'
import { chartOptions, WHOLE_LABELS } from './chart-theme.ts'
import { ElapsedScale } from './elapsed-scale.ts'
import type { EquityLine, EquityScale, EquityTime } from './equity-curves.ts'

export interface DrawnEquity {
  readonly chart: IChartApiBase
  readonly series: ReadonlyMap<string, ISeriesApi<'Area'> | ISeriesApi<'Line'>>
}

/** A canvas cannot use CSS variables. */
function resolved(container: HTMLElement, color: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1]
  return name === undefined ? color : getComputedStyle(container).getPropertyValue(name).trim()
}

function priceFormat(unit: EquityScale) {
  const formatter = (value: number): string => (unit === 'money' ? formatNumber(value, 2) : formatPercent(value, 2))
  return { type: 'custom', minMove: 0.01, formatter } as const
}

function addLine(chart: IChartApiBase, container: HTMLElement, line: EquityLine, isSingle: boolean) {
  const color = resolved(container, line.color)
  const common = { priceFormat: priceFormat(line.unit), priceLineVisible: false, lineWidth: 1 } as const
  if (line.kind === 'drawdown' && isSingle) {
    const fill = { topColor: withOpacity(color, 0.05), bottomColor: withOpacity(color, 0.25), invertFilledArea: true }
    return chart.addSeries(AreaSeries, { ...common, ...fill, lineColor: color }, 1)
  }
  if (line.kind === 'equity' && isSingle) {
    const fill = { topColor: withOpacity(color, 0.22), bottomColor: withOpacity(color, 0.02) }
    return chart.addSeries(AreaSeries, { ...common, ...fill, lineColor: color }, 0)
  }
  const lineStyle = line.kind === 'benchmark' ? LineStyle.Dashed : LineStyle.Solid
  const lastValueVisible = line.kind === 'equity'
  return chart.addSeries(
    LineSeries,
    { ...common, color, lineStyle, lastValueVisible },
    line.kind === 'drawdown' ? 1 : 0,
  )
}

/** Equity, balances and benchmarks above, drawdowns below. */
export function drawEquity(
  container: HTMLElement,
  lines: readonly EquityLine[],
  time: EquityTime,
  isLog: boolean,
): DrawnEquity {
  const chart = createEmpty(container, time)
  const isSingle = lines.filter(({ kind }) => kind === 'equity').length === 1
  const series = new Map<string, ISeriesApi<'Area'> | ISeriesApi<'Line'>>()
  for (const line of lines) {
    const added = addLine(chart, container, line, isSingle)
    added.setData([...line.points])
    series.set(line.id, added)
  }
  chart.panes()[0]?.setStretchFactor(3)
  chart.panes()[1]?.setStretchFactor(1)
  if (isLog) chart.priceScale('right', 0).applyOptions({ mode: PriceScaleMode.Logarithmic })
  // The whole run must fit a narrow screen, where its points are closer than bars may be by default.
  chart.timeScale().applyOptions({ minBarSpacing: 0.01, rightOffset: 0, ...WHOLE_LABELS })
  chart.timeScale().fitContent()
  return { chart, series }
}

function createEmpty(container: HTMLElement, time: EquityTime): IChartApiBase {
  const options = chartOptions(chartColors(container))
  if (time === 'calendar') return createChart(container, options)
  // No label counts more than another, and all have the same distance.
  return createChartEx<Time, ElapsedScale>(container, new ElapsedScale(), {
    ...options,
    timeScale: { ...options.timeScale, allowBoldLabels: false, uniformDistribution: true },
  })
}

export interface EquitySpan {
  readonly from: number
  readonly to: number
}

/** Shows exactly a span. */
export function showSpan(chart: IChartApiBase, { from, to }: EquitySpan): void {
  const seconds = (time: number): UTCTimestamp => Math.floor(time / 1000) as UTCTimestamp
  chart.timeScale().setVisibleRange({ from: seconds(from), to: seconds(to) })
}
