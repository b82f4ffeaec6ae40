import { formatNumber } from '../ui/format.ts'
import { type ChartColors, withOpacity } from './chart-theme.ts'
import { decimalsOf, niceTicks } from './axis-ticks.ts'

export interface ScatterPoint {
  readonly x: number
  readonly y: number
}

/** Room for the numbers of the axes. */
const LEFT = 56
const BOTTOM = 34
const MARGIN = 10

export interface Scale {
  readonly xHigh: number
  readonly yLow: number
  readonly yHigh: number
  readonly toX: (x: number) => number
  readonly toY: (y: number) => number
}

/** x begins at zero, y holds zero; a little air around the outermost points. */
export function scatterScale(points: readonly ScatterPoint[], width: number, height: number): Scale {
  let [xHigh, yLow, yHigh] = [0, 0, 0]
  for (const { x, y } of points) {
    xHigh = Math.max(xHigh, x)
    yLow = Math.min(yLow, y)
    yHigh = Math.max(yHigh, y)
  }
  const air = (yHigh - yLow || 1) * 0.04
  xHigh = (xHigh || 1) * 1.03
  yLow -= air
  yHigh += air
  const inner = { width: width - LEFT - MARGIN, height: height - BOTTOM - MARGIN }
  return {
    xHigh,
    yLow,
    yHigh,
    toX: (x) => LEFT + (x / xHigh) * inner.width,
    toY: (y) => MARGIN + ((yHigh - y) / (yHigh - yLow)) * inner.height,
  }
}

/** The place of the point nearest to a spot on the canvas, within reach of a pointer; null where there is none. */
export function nearestPoint(points: readonly ScatterPoint[], scale: Scale, x: number, y: number): number | null {
  let best: number | null = null
  let least = 14 ** 2
  for (const [at, point] of points.entries()) {
    const distance = (scale.toX(point.x) - x) ** 2 + (scale.toY(point.y) - y) ** 2
    if (distance >= least) continue
    best = at
    least = distance
  }
  return best
}

interface Drawing {
  readonly points: readonly ScatterPoint[]
  readonly scale: Scale
  readonly colors: ChartColors
  readonly width: number
  readonly height: number
  readonly xLabel: string
  readonly yLabel: string
  /** The profit cannot lie below -x (what went worst) or above x (what went best). */
  readonly bound: -1 | 1
  readonly hovered: number | null
}

export function drawScatter(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { points, scale, colors, hovered, width, height } = drawing
  context.clearRect(0, 0, width, height)
  context.font = "11px 'Inter Variable', system-ui, sans-serif"
  drawAxes(context, drawing)
  const radius = points.length > 5000 ? 1.5 : points.length > 800 ? 2.2 : 3.2
  const opacity = points.length > 5000 ? 0.35 : 0.6
  for (const { x, y } of points) {
    context.fillStyle = withOpacity(y > 0 ? colors.buy : y < 0 ? colors.sell : colors.text, opacity)
    context.beginPath()
    context.arc(scale.toX(x), scale.toY(y), radius, 0, 2 * Math.PI)
    context.fill()
  }
  const point = hovered === null ? undefined : points[hovered]
  if (point === undefined) return
  context.strokeStyle = colors.accent
  context.lineWidth = 2
  context.beginPath()
  context.arc(scale.toX(point.x), scale.toY(point.y), radius + 3, 0, 2 * Math.PI)
  context.stroke()
}

function drawAxes(context: CanvasRenderingContext2D, { scale, colors, width, height, ...drawing }: Drawing): void {
  const { toX, toY, xHigh, yLow, yHigh } = scale
  const [right, bottom] = [width - MARGIN, height - BOTTOM]
  context.lineWidth = 1
  context.fillStyle = colors.text
  const xTicks = niceTicks(0, xHigh, Math.max(2, Math.floor(width / 110)))
  const yTicks = niceTicks(yLow, yHigh, 6)
  context.textAlign = 'center'
  context.textBaseline = 'top'
  const xDecimals = decimalsOf(xTicks[1] ?? 1)
  for (const tick of xTicks) {
    line(context, colors.grid, [toX(tick), MARGIN], [toX(tick), bottom])
    context.fillText(formatNumber(tick, xDecimals), toX(tick), bottom + 4)
  }
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  const yDecimals = decimalsOf((yTicks[1] ?? 1) - (yTicks[0] ?? 0))
  for (const tick of yTicks) {
    line(context, tick === 0 ? colors.text : colors.grid, [LEFT, toY(tick)], [right, toY(tick)])
    context.fillText(formatNumber(tick, yDecimals), LEFT - 6, toY(tick))
  }
  // No point can lie beyond this line but by the costs that come on top.
  const limit = drawing.bound > 0 ? Math.min(xHigh, yHigh) : Math.min(xHigh, -yLow)
  context.setLineDash([4, 4])
  line(context, colors.text, [toX(0), toY(0)], [toX(limit), toY(drawing.bound * limit)])
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
