import { type ScaleLinear, scaleLinear } from 'd3-scale'
import type { Surface } from './surface.ts'

type Domain = readonly [number, number]

/** Space for the numbers along the axes. */
const LEFT = 58
const BOTTOM = 36
const MARGIN = 10
/** Above the plot, where the label of the vertical axis hides no point. */
const TOP = 24

export interface PlotArea {
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}

/** Scales of a plot with axes on the left and at the bottom. */
export function plotArea(x: Domain, y: Domain, width: number, height: number): PlotArea {
  return {
    x: scaleLinear(padded(x, 0.02), [LEFT, Math.max(LEFT + 1, width - MARGIN)]),
    y: scaleLinear(padded(y, 0.05), [height - BOTTOM, TOP]),
  }
}

function padded([low, high]: Domain, share: number): [number, number] {
  if (!(high > low)) return [low - 1, high + 1]
  const margin = (high - low) * share
  return [low - margin, high + margin]
}

interface Axes {
  readonly xLabel: string
  readonly yLabel: string
  readonly xText?: (value: number) => string
  readonly yText?: (value: number) => string
}

export function drawAxes({ context, width, height, colors }: Surface, { x, y }: PlotArea, axes: Axes): void {
  const [right, bottom] = [width - MARGIN, height - BOTTOM]
  context.lineWidth = 1
  context.fillStyle = colors.text
  const xCount = Math.max(2, Math.floor(width / 110))
  const xText = axes.xText ?? x.tickFormat(xCount)
  context.textAlign = 'center'
  context.textBaseline = 'top'
  for (const tick of x.ticks(xCount)) {
    line(context, colors.grid, x(tick), TOP, x(tick), bottom)
    const text = xText(tick)
    // A number at the end of the axis stays on the canvas.
    const center = Math.min(x(tick), width - 2 - context.measureText(text).width / 2)
    context.fillText(text, center, bottom + 5)
  }
  const yCount = Math.max(2, Math.floor(height / 55))
  const yText = axes.yText ?? y.tickFormat(yCount)
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  for (const tick of y.ticks(yCount)) {
    line(context, tick === 0 ? colors.text : colors.grid, LEFT, y(tick), right, y(tick))
    context.fillText(yText(tick), LEFT - 6, y(tick))
  }
  context.textBaseline = 'bottom'
  context.fillText(axes.xLabel, right, height - 2)
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.fillText(axes.yLabel, LEFT + 6, 6)
}

export function line(
  context: CanvasRenderingContext2D,
  color: string,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  context.strokeStyle = color
  context.beginPath()
  context.moveTo(fromX, fromY)
  context.lineTo(toX, toY)
  context.stroke()
}
