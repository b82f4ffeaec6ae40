import { max, min, minIndex } from 'd3-array'
import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { type ChartColors, withOpacity } from './chart-colors.ts'

export interface ScatterPoint {
  readonly x: number
  readonly y: number
}

/** Space for the numbers along the axes. */
const LEFT = 56
const BOTTOM = 34
const MARGIN = 10
/** Space for the name of the axis, so that no point lies on it. */
const TOP = 26
/** Pixels around a point in which the pointer still finds it. */
const REACH = 14

export interface Scales {
  readonly x: ScaleLinear<number, number>
  readonly y: ScaleLinear<number, number>
}

/** x starts at zero, y includes zero; both leave a margin around the outermost points. */
export function scatterScales(points: readonly ScatterPoint[], width: number, height: number): Scales {
  const right = max(points, ({ x }) => x) || 1
  const bottom = Math.min(0, min(points, ({ y }) => y) ?? 0)
  const top = Math.max(0, max(points, ({ y }) => y) ?? 0)
  const margin = (top - bottom || 1) * 0.04
  return {
    x: scaleLinear([0, right * 1.03], [LEFT, width - MARGIN]),
    y: scaleLinear([bottom - margin, top + margin], [height - BOTTOM, TOP]),
  }
}

/** The index of the point nearest to a spot on the canvas, or null when none is within reach of the pointer. */
export function nearestPoint(points: readonly ScatterPoint[], scales: Scales, x: number, y: number): number | null {
  const distance = (point: ScatterPoint): number => Math.hypot(scales.x(point.x) - x, scales.y(point.y) - y)
  const nearest = minIndex(points, distance)
  const point = points[nearest]
  return point !== undefined && distance(point) < REACH ? nearest : null
}

interface Drawing {
  readonly points: readonly ScatterPoint[]
  readonly scales: Scales
  readonly colors: ChartColors
  readonly width: number
  readonly height: number
  readonly xLabel: string
  readonly yLabel: string
  /** The profit cannot be below -x (adverse excursion, -1) or above x (favorable excursion, 1). */
  readonly bound: -1 | 1
  readonly hovered: number | null
}

export function drawScatter(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { points, scales, colors, hovered, width, height } = drawing
  context.clearRect(0, 0, width, height)
  context.font = "11px 'Inter Variable', system-ui, sans-serif"
  drawAxes(context, drawing)
  const radius = points.length > 5000 ? 1.5 : points.length > 800 ? 2.2 : 3.2
  const opacity = points.length > 5000 ? 0.35 : 0.6
  for (const { x, y } of points) {
    context.fillStyle = withOpacity(y > 0 ? colors.buy : y < 0 ? colors.sell : colors.text, opacity)
    context.beginPath()
    context.arc(scales.x(x), scales.y(y), radius, 0, 2 * Math.PI)
    context.fill()
  }
  const point = hovered === null ? undefined : points[hovered]
  if (point === undefined) return
  context.strokeStyle = colors.accent
  context.lineWidth = 2
  context.beginPath()
  context.arc(scales.x(point.x), scales.y(point.y), radius + 3, 0, 2 * Math.PI)
  context.stroke()
}

function drawAxes(context: CanvasRenderingContext2D, { scales, colors, width, height, ...drawing }: Drawing): void {
  const { x, y } = scales
  const [right, bottom] = [width - MARGIN, height - BOTTOM]
  context.lineWidth = 1
  context.fillStyle = colors.text
  const xCount = Math.max(2, Math.floor(width / 110))
  const yCount = 6
  context.textAlign = 'center'
  context.textBaseline = 'top'
  const xText = x.tickFormat(xCount)
  for (const tick of x.ticks(xCount)) {
    line(context, colors.grid, [x(tick), TOP], [x(tick), bottom])
    context.fillText(xText(tick), x(tick), bottom + 4)
  }
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  const yText = y.tickFormat(yCount)
  for (const tick of y.ticks(yCount)) {
    line(context, tick === 0 ? colors.text : colors.grid, [LEFT, y(tick)], [right, y(tick)])
    context.fillText(yText(tick), LEFT - 6, y(tick))
  }
  // Only costs can move a point beyond this line.
  const [, xEnd = 0] = x.domain()
  const [yStart = 0, yEnd = 0] = y.domain()
  const limit = Math.min(xEnd, drawing.bound > 0 ? yEnd : -yStart)
  context.setLineDash([4, 4])
  line(context, colors.text, [x(0), y(0)], [x(limit), y(drawing.bound * limit)])
  context.setLineDash([])
  context.textAlign = 'right'
  context.textBaseline = 'bottom'
  context.fillText(drawing.xLabel, right, height - 2)
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.fillText(drawing.yLabel, LEFT + 6, MARGIN)
}

function line(
  context: CanvasRenderingContext2D,
  color: string,
  [fromX, fromY]: [number, number],
  [toX, toY]: [number, number],
): void {
  context.strokeStyle = color
  context.beginPath()
  context.moveTo(fromX, fromY)
  context.lineTo(toX, toY)
  context.stroke()
}
