import {
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineType,
  type LineWidth,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { formatDay, formatNumber, formatPercent } from '../ui/format.ts'
import { type ChartColors, chartColors } from './chart-colors.ts'
import { chartOptions, WHOLE_LABELS } from './chart-theme.ts'
import classes from './charts.module.css'
import { useCanvasLook } from './use-canvas-look.ts'
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
  /** A line of steps keeps each value until the next one. */
  readonly kind: 'line' | 'steps' | 'bars'
  readonly unit: SeriesUnit
  readonly series: readonly ChartSeries[]
  /** 100% fills a box of a given height. */
  readonly height?: number | '100%'
  /** The values as a table instead. */
  readonly isTable?: boolean
}

/** Values of a series in its unit; percentages are fractions of one. */
export function seriesText(value: number | null, unit: SeriesUnit): string {
  if (unit === 'percent') return formatPercent(value === null ? null : value * 100)
  return formatNumber(value, unit === 'pips' ? 1 : 2)
}

/** The smallest difference that `seriesText` shows: no two labels of an axis are the same. */
const STEPS: Readonly<Record<SeriesUnit, number>> = { money: 0.01, pips: 0.1, percent: 0.0001, ratio: 0.01 }

function paletteOf({ accent, warn, info, buy }: ChartColors): readonly string[] {
  return [accent, warn, info, buy]
}

/** The chart's times are whole, distinct seconds: of several values within a second the last one is kept. */
function secondsOf({ time, values }: ChartSeries) {
  const points = new Map<number, number | null>()
  for (const [i, ms] of time.entries()) points.set(Math.floor(ms / 1000), values[i] ?? null)
  return Array.from(points, ([second, value]) => ({ time: second as UTCTimestamp, value }))
}

/** Several of its points are of one minute, which would be one label. */
function isWithinMinutes({ time }: ChartSeries): boolean {
  const [first, last] = [time[0], time.at(-1)]
  return first !== undefined && last !== undefined && (last - first) / (time.length - 1) < 60_000
}

interface DrawnChart {
  readonly chart: IChartApi
  readonly setSeries: (series: readonly ChartSeries[]) => void
}

/** An empty chart for series of these sides. */
function draw(container: HTMLElement, { kind, unit, sides }: DrawnKind): DrawnChart {
  const colors = chartColors(container)
  const chart = createChart(container, chartOptions(colors))
  const priceFormat = {
    type: 'custom',
    minMove: STEPS[unit],
    formatter: (value: number) => seriesText(value, unit),
  } as const
  const all = sides.map((side, i): ISeriesApi<'Line' | 'Histogram'> => {
    if (kind === 'bars') {
      return chart.addSeries(HistogramSeries, { priceFormat, priceLineVisible: false, lastValueVisible: false })
    }
    const color = paletteOf(colors)[i % 4] ?? colors.accent
    const lineWidth: LineWidth = 1
    const lineType = kind === 'steps' ? LineType.WithSteps : LineType.Simple
    return chart.addSeries(LineSeries, {
      priceFormat,
      priceLineVisible: false,
      color,
      lineWidth,
      lineType,
      priceScaleId: side,
    })
  })
  if (sides.includes('left')) {
    // One above the other: lines of equal shape would cover each other.
    chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.12, bottom: 0.5 } })
    chart
      .priceScale('left')
      .applyOptions({ visible: true, borderVisible: false, scaleMargins: { top: 0.56, bottom: 0.05 } })
  }
  const scale = chart.timeScale()
  scale.applyOptions({ minBarSpacing: 0.01, rightOffset: 0, ...WHOLE_LABELS })
  const colored = (value: number) => (kind === 'bars' ? { color: value < 0 ? colors.sell : colors.buy } : {})
  let count = 0
  const setSeries = (series: readonly ChartSeries[]): void => {
    // A reader who has zoomed in stays there.
    const range = scale.getVisibleLogicalRange()
    const isWhole = count === 0 || range === null || (range.from <= 1 && range.to >= count - 2)
    count = 0
    scale.applyOptions({ secondsVisible: series.some(isWithinMinutes) })
    for (const [i, one] of series.entries()) {
      const points = secondsOf(one)
      count = Math.max(count, points.length)
      all[i]?.setData(points.map(({ time, value }) => (value === null ? { time } : { time, value, ...colored(value) })))
    }
    if (isWhole) scale.fitContent()
  }
  return { chart, setSeries }
}

interface DrawnKind extends Pick<SeriesChartProps, 'kind' | 'unit'> {
  readonly sides: readonly ('left' | 'right')[]
}

/** Values over time, as lines or as bars that are green above zero and red below. */
export function SeriesChart(props: SeriesChartProps): ReactElement {
  const look = useCanvasLook()
  if (props.isTable) return <SeriesTable {...props} />
  const { kind, unit } = props
  const sides = props.series.map(({ isOnLeft }) => (isOnLeft ? 'left' : 'right')).join(' ')
  return <SeriesCanvas key={`${look} ${props.label} ${kind} ${unit} ${sides}`} {...props} sides={sides} />
}

function SeriesCanvas(props: SeriesChartProps & { readonly sides: string }): ReactElement {
  const { label, kind, unit, series, sides, height = 320 } = props
  const container = useRef<HTMLDivElement>(null)
  const description = useId()
  const isWheelHinted = useGuardedWheel(container)
  const [time, setTime] = useState<number | null>(null)
  const [drawn, setDrawn] = useState<DrawnChart | null>(null)
  useEffect(() => {
    if (container.current === null) return undefined
    const created = draw(container.current, { kind, unit, sides: sides.split(' ') as DrawnKind['sides'] })
    setDrawn(created)
    created.chart.subscribeCrosshairMove((event) => setTime((event.time as UTCTimestamp | undefined) ?? null))
    return () => {
      setDrawn(null)
      created.chart.remove()
    }
  }, [kind, unit, sides])
  useEffect(() => drawn?.setSeries(series), [drawn, series])
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
