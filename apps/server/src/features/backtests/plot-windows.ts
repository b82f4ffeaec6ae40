import { MAX_PLOT_BARS, type PlotWindow } from '@tradeloom/contracts'
import { type BarDays, barEnd, type BarInterval, barStart, endProblem, INTERVALS } from '@tradeloom/domain'
import { type PlotColumns, type PlotSeries, readPlot } from '@tradeloom/engine'
import { invalid, refuseInput } from '../../platform/errors/app-error.ts'

/** A plot in the form that windows are cut from. */
export interface StoredPlot extends PlotColumns {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  /** Each value holds until the next one. */
  readonly steps?: boolean
}

/** Plots of engines before 2.2, which kept only every nth value of a long series. */
export interface ThinnedPlot {
  readonly name: string
  readonly pane: 'overlay' | 'study'
  readonly color: string | null
  readonly time: readonly number[]
  readonly value: readonly (number | null)[]
}

/** Those engines dropped every other value whenever a series reached this length. */
const THINNED_TO = 4_096

export interface PlotSpan {
  readonly interval: BarInterval
  readonly from: number
  readonly to: number
  /** When days and weeks of the instrument begin. */
  readonly days?: BarDays
}

export function readPlots(series: readonly PlotSeries[]): StoredPlot[] {
  return series.map((plot) => {
    const { name, pane, color, steps = false } = plot
    return { name, pane, color, steps, ...readPlot(plot) }
  })
}

export function readThinnedPlots(series: readonly ThinnedPlot[]): StoredPlot[] {
  return series.map(({ name, pane, color, time, value }) => ({
    name,
    pane,
    color,
    time: Float64Array.from(time),
    value: Float64Array.from(value, (one) => one ?? NaN),
  }))
}

/** Whether these plots are certainly complete. */
export function isWhole(series: readonly ThinnedPlot[]): boolean {
  return series.every(({ time }) => time.length < THINNED_TO)
}

/** Throws for a span longer than a chart shows at once. */
export function checkSpan({ interval, from, to }: PlotSpan): void {
  refuseInput(endProblem(from, to), 'end')
  const bars = (to - from) / INTERVALS[interval].ms
  if (bars > MAX_PLOT_BARS) {
    throw invalid(`The window is ${Math.ceil(bars)} bars wide, and at most ${MAX_PLOT_BARS} are possible`, 'start')
  }
}

/** The part of a plot within a span: the last value of each bar, and its extremes where it has several values. */
export function plotWindow({ name, pane, color, steps = false, time, value }: StoredPlot, span: PlotSpan): PlotWindow {
  const bars = { time: [] as number[], last: [] as number[], min: [] as number[], max: [] as number[] }
  let hasMore = false
  let bar = -1
  let end = -Infinity
  for (let row = firstAt(time, span.from); row < time.length; row++) {
    const stamp = time[row] as number
    if (stamp >= span.to) break
    const one = value[row] as number
    if (stamp >= end) {
      const start = barStart(stamp, span.interval, span.days)
      end = barEnd(start, span.interval, span.days)
      bar += 1
      bars.time.push(start)
      bars.last.push(one)
      bars.min.push(one)
      bars.max.push(one)
      continue
    }
    hasMore = true
    bars.last[bar] = one
    if (!((bars.min[bar] as number) <= one)) bars.min[bar] = one === one ? one : (bars.min[bar] as number)
    if (!((bars.max[bar] as number) >= one)) bars.max[bar] = one === one ? one : (bars.max[bar] as number)
  }
  const last = bars.last.map(orNull)
  const extremes = hasMore ? { min: bars.min.map(orNull), max: bars.max.map(orNull) } : { min: null, max: null }
  return { name, pane, color, steps, time: bars.time, last, ...extremes }
}

const orNull = (value: number): number | null => (value === value ? value : null)

/** The first row at or after a time. */
function firstAt(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) < time) low = middle + 1
    else high = middle
  }
  return low
}
