import { scaleUtc } from 'd3-scale'
import type { OptimizationMonteCarlo } from '@tradeloom/contracts'
import { withOpacity } from '../../../charts/chart-colors.ts'
import { drawAxes, plotArea, type PlotArea } from '../charts/plot-area.ts'
import type { Surface } from '../charts/surface.ts'
import { valueRange } from '../charts/value-range.ts'
import { formatDay, formatPlain } from '../../../ui/format.ts'

export type Bands = NonNullable<OptimizationMonteCarlo['blocks']>

/** Bands of redrawn equity behind the actual one; the run with worse costs dashed. */
export function drawBands(surface: Surface, bands: Bands, worse: readonly number[] | null, currency: string): void {
  const { context, colors, width, height } = surface
  const { times, actual, p5, p25, p50, p75, p95 } = bands
  const [low, high] = valueRange([...p5, ...p95, ...actual, ...(worse ?? [])]) ?? [0, 1]
  const area = plotArea([0, Math.max(1, times.length - 1)], [low, high], width, height)
  const scale = scaleUtc([times[0] ?? 0, times.at(-1) ?? 1], [0, Math.max(1, times.length - 1)])
  drawAxes(surface, area, {
    xLabel: '',
    yLabel: `Equity, ${currency}`,
    xText: (day) => (day >= 0 && day < times.length ? formatDay(scale.invert(day).getTime()) : ''),
    yText: (value) => formatPlain(value, 0),
  })
  fill(surface, area, p5, p95, withOpacity(colors.info, 0.15))
  fill(surface, area, p25, p75, withOpacity(colors.info, 0.25))
  curve(context, area, p50, colors.info, 1, [4, 3])
  if (worse !== null) curve(context, area, stretched(worse, times.length), colors.warn, 1.5, [2, 2])
  curve(context, area, actual, colors.accent, 2, [])
}

/** The run with other costs may have been sampled at other points in time. */
function stretched(values: readonly number[], length: number): number[] {
  if (values.length === length || values.length < 2) return [...values]
  const step = (values.length - 1) / Math.max(1, length - 1)
  return Array.from({ length }, (_, i) => values[Math.round(i * step)] ?? NaN)
}

function fill(
  { context }: Surface,
  { x, y }: PlotArea,
  low: readonly number[],
  high: readonly number[],
  color: string,
) {
  context.fillStyle = color
  context.beginPath()
  for (const [i, value] of low.entries()) context.lineTo(x(i), y(value))
  for (let i = high.length - 1; i >= 0; i--) context.lineTo(x(i), y(high[i] as number))
  context.closePath()
  context.fill()
}

function curve(
  context: CanvasRenderingContext2D,
  { x, y }: PlotArea,
  values: readonly number[],
  color: string,
  width: number,
  dash: readonly number[],
): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.setLineDash([...dash])
  context.beginPath()
  for (const [i, value] of values.entries()) context.lineTo(x(i), y(value))
  context.stroke()
  context.setLineDash([])
}
