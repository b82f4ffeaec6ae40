import { useComputedColorScheme } from '@mantine/core'
import {
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  type LineWidth,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatNumber, formatPercent } from '../ui/format.ts'
import { type ChartColors, chartColors } from './chart-colors.ts'
import { chartOptions, WHOLE_LABELS } from './chart-theme.ts'
import classes from './charts.module.css'
import { useGuardedWheel } from './use-guarded-wheel.ts'
import { ValuesTable } from './values-table.tsx'
import { WheelHint } from './wheel-hint.tsx'

export type SeriesUnit = 'money' | 'pips' | 'percent' | 'ratio'

export interface ChartSeries {
  readonly label: string
  /** UTC milliseconds, ascending. */
  readonly time: readonly number[]
  /** Null where there is no value. */
  readonly values: readonly (number | null)[]
  /** Drawn on a scale of its own, because its size is another one. */
  readonly isOnLeft?: boolean
}

interface SeriesChartProps {
  readonly label: string
  readonly kind: 'line' | 'bars'
  readonly unit: SeriesUnit
  readonly series: readonly ChartSeries[]
  readonly height?: number
  /** The values as a table instead. */
  readonly isTable?: boolean
}

/** Values of a series in its unit; percentages are fractions of one. */
export function seriesText(value: number | null, unit: SeriesUnit): string {
  if (unit === 'percent') return formatPercent(value === null ? null : value * 100)
  return formatNumber(value, unit === 'pips' ? 1 : 2)
}

function paletteOf({ accent, warn, info, buy }: ChartColors): readonly string[] {
  return [accent, warn, info, buy]
}

/** The chart's times are whole, distinct seconds: of several values within a second the last one is kept. */
function secondsOf({ time, values }: ChartSeries) {
  const points = new Map<number, number | null>()
  for (const [i, ms] of time.entries()) points.set(Math.floor(ms / 1000), values[i] ?? null)
  return Array.from(points, ([second, value]) => ({ time: second as UTCTimestamp, value }))
}

function draw(container: HTMLElement, { kind, unit, series }: SeriesChartProps): IChartApi {
  const colors = chartColors(container)
  const chart = createChart(container, chartOptions(colors))
  const priceFormat = {
    type: 'custom',
    minMove: 0.0001,
    formatter: (value: number) => seriesText(value, unit),
  } as const
  for (const [i, one] of series.entries()) {
    const color = paletteOf(colors)[i % 4] ?? colors.accent
    const points = secondsOf(one)
    if (kind === 'bars') {
      const bars = chart.addSeries(HistogramSeries, { priceFormat, priceLineVisible: false, lastValueVisible: false })
      bars.setData(
        points.map(({ time, value }) =>
          value === null ? { time } : { time, value, color: value < 0 ? colors.sell : colors.buy },
        ),
      )
    } else {
      const lineWidth: LineWidth = 1
      const priceScaleId = one.isOnLeft ? 'left' : 'right'
      const line = chart.addSeries(LineSeries, { priceFormat, priceLineVisible: false, color, lineWidth, priceScaleId })
      line.setData(points.map(({ time, value }) => (value === null ? { time } : { time, value })))
    }
  }
  if (series.some(({ isOnLeft }) => isOnLeft)) {
    // One above the other: lines of equal shape would cover each other.
    chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.12, bottom: 0.5 } })
    chart
      .priceScale('left')
      .applyOptions({ visible: true, borderVisible: false, scaleMargins: { top: 0.56, bottom: 0.05 } })
  }
  chart.timeScale().applyOptions({ minBarSpacing: 0.01, rightOffset: 0, ...WHOLE_LABELS })
  chart.timeScale().fitContent()
  return chart
}

/** Values over time, as lines or as bars that are green above zero and red below. */
export function SeriesChart(props: SeriesChartProps): ReactElement {
  const scheme = useComputedColorScheme('dark')
  if (props.isTable) return <SeriesTable {...props} />
  return <SeriesCanvas key={scheme} {...props} />
}

function SeriesCanvas(props: SeriesChartProps): ReactElement {
  const { label, kind, unit, series, height = 320 } = props
  const container = useRef<HTMLDivElement>(null)
  const description = useId()
  const isWheelHinted = useGuardedWheel(container)
  const [time, setTime] = useState<number | null>(null)
  useEffect(() => {
    if (container.current === null) return undefined
    const chart = draw(container.current, { label, kind, unit, series })
    chart.subscribeCrosshairMove((event) => setTime((event.time as UTCTimestamp | undefined) ?? null))
    return () => chart.remove()
  }, [label, kind, unit, series])
  return (
    <div className={classes['frame']} style={{ height }}>
      <div
        ref={container}
        className={classes['canvas']}
        role="group"
        aria-label={label}
        aria-describedby={description}
      />
      <p id={description} className="visually-hidden">
        {summaryOf(series, unit)}
      </p>
      <WheelHint isShown={isWheelHinted} />
      <div className={`${classes['legend']} num`} data-left={series.some(({ isOnLeft }) => isOnLeft) || undefined}>
        <span>{formatDay((time ?? lastSecond(series)) * 1000)}</span>
        {series.map((one, i) => (
          <span key={one.label} data-key={kind === 'bars' ? undefined : i}>
            {one.label}
            {one.isOnLeft ? ' (left)' : ''} {seriesText(valueAt(one, (time ?? Infinity) * 1000), unit)}
          </span>
        ))}
      </div>
    </div>
  )
}

function SeriesTable({ label, unit, series, height = 320 }: SeriesChartProps): ReactElement {
  const times = [...new Set(series.flatMap(({ time }) => time))].toSorted((a, b) => a - b)
  return (
    <ValuesTable
      label={label}
      height={height}
      times={times}
      columns={series.map((one) => ({ label: one.label, textAt: (time) => seriesText(valueAt(one, time), unit) }))}
    />
  )
}

function lastSecond(series: readonly ChartSeries[]): number {
  return Math.max(...series.map(({ time }) => Math.floor((time.at(-1) ?? 0) / 1000)))
}

/** The last value within the second of a time or before it. */
function valueAt({ time, values }: ChartSeries, ms: number): number | null {
  const index = time.findLastIndex((one) => Math.floor(one / 1000) * 1000 <= ms)
  return values[index] ?? null
}

/** The chart in words. */
function summaryOf(series: readonly ChartSeries[], unit: SeriesUnit): string {
  return series
    .map(({ label, time, values }) => {
      const known = values.filter((value) => value !== null)
      if (known.length === 0) return `${label}: no values.`
      const text = (value: number): string => seriesText(value, unit)
      const [low, high] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
      return `${label}, ${formatDay(time[0])} to ${formatDay(time.at(-1))}: lowest ${text(low)}, highest ${text(high)}, last ${text(known.at(-1) ?? 0)}.`
    })
    .join(' ')
}
