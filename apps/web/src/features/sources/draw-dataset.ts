import {
  createChart,
  type ISeriesApi,
  LineSeries,
  type LineStyle,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts'
import { chartColors } from '../../charts/chart-colors.ts'
import { chartOptions, WHOLE_LABELS } from '../../charts/chart-theme.ts'
import { formatPlain } from '../../ui/format.ts'
import { decimalsOf } from '../../entities/datasets/decimals-of.ts'
import { type ChartColumns, linePoints } from '../../entities/datasets/dataset-columns.ts'
import { LINE_COLORS } from './line-style.ts'

export interface DatasetLook {
  /** Places of the columns that are drawn, and of those whose axis is on the left. */
  readonly shown: readonly number[]
  readonly left: readonly number[]
  readonly isLog: boolean
}

export interface DrawnDataset {
  readonly draw: (data: ChartColumns, look: DatasetLook) => void
  readonly onTime: (listener: (time: number | null) => void) => void
  readonly remove: () => void
}

/** Other dashes for the same colors again. */
const DASHES: readonly LineStyle[] = [0, 2, 1, 3]

/** A chart of columns as lines. What is missing is a gap: no line leads over it. */
export function drawDataset(container: HTMLElement): DrawnDataset {
  const colors = chartColors(container)
  const palette = LINE_COLORS.map((name) => getComputedStyle(container).getPropertyValue(name).trim())
  const chart = createChart(container, chartOptions(colors))
  const scale = chart.timeScale()
  scale.applyOptions({ timeVisible: false, minBarSpacing: 0.01, rightOffset: 0, ...WHOLE_LABELS })
  let series: ISeriesApi<'Line'>[] = []
  let fitted: ChartColumns | null = null
  return {
    draw: (data, { shown, left, isLog }) => {
      const range = scale.getVisibleLogicalRange()
      for (const one of series) chart.removeSeries(one)
      series = []
      for (const [order, { at, values }] of data.columns.entries()) {
        if (!shown.includes(at)) continue
        const color = palette[order % palette.length] ?? colors.accent
        const decimals = decimalsOf(values)
        const options = {
          color,
          lineWidth: 1,
          lineStyle: DASHES[Math.floor(order / palette.length) % DASHES.length] ?? 0,
          priceLineVisible: false,
          lastValueVisible: false,
          crosshairMarkerBackgroundColor: color,
          priceScaleId: left.includes(at) ? 'left' : 'right',
          priceFormat: {
            type: 'custom',
            minMove: 10 ** -decimals,
            formatter: (value: number) => formatPlain(value, decimals),
          },
        } as const
        const { points, dots } = linePoints(data.times, values)
        const line = chart.addSeries(LineSeries, options)
        line.setData(
          points.map(({ time, value, isAfterGap }) => ({
            time: time as UTCTimestamp,
            ...(value === undefined ? {} : { value }),
            ...(isAfterGap ? { color: 'transparent' } : {}),
          })),
        )
        series.push(line)
        if (dots.length > 0) {
          const alone = chart.addSeries(LineSeries, {
            ...options,
            lineVisible: false,
            pointMarkersVisible: true,
            pointMarkersRadius: 2,
            crosshairMarkerVisible: false,
          })
          alone.setData(dots.map(({ time, value }) => ({ time: time as UTCTimestamp, value })))
          series.push(alone)
        }
      }
      const mode = isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal
      const isOnLeft = (at: number): boolean => left.includes(at)
      chart.priceScale('right').applyOptions({ mode, visible: !shown.every(isOnLeft) })
      chart.priceScale('left').applyOptions({ mode, visible: shown.some(isOnLeft), borderColor: colors.border })
      // A reader who has zoomed in stays there.
      if (fitted === data && range !== null) scale.setVisibleLogicalRange(range)
      else scale.fitContent()
      fitted = data
    },
    onTime: (listener) =>
      chart.subscribeCrosshairMove(({ time }) => listener((time as UTCTimestamp | undefined) ?? null)),
    remove: () => chart.remove(),
  }
}
