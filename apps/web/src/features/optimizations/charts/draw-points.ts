import { type ChartColors, withOpacity } from '../../../charts/chart-colors.ts'
import { drawDensity } from './draw-density.ts'
import type { PlotArea } from './plot-area.ts'
import type { Surface } from './surface.ts'

/** One value for each row. */
export interface PointSeries {
  readonly label: string
  readonly color: Extract<keyof ChartColors, 'accent' | 'warn' | 'info' | 'buy' | 'sell' | 'text'>
  readonly shape: 'round' | 'diamond'
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}

/** Above it, points are squares of a pixel or two: shapes of so many would hide each other. */
const MANY = 4000

/** Points of all series, those outside of the brush below the others and faint. */
export function drawPoints(
  surface: Surface,
  area: PlotArea,
  series: readonly PointSeries[],
  brushed: Uint8Array | null,
): void {
  if (brushed !== null) {
    for (const one of series) {
      const faint = { opacity: one.x.length > MANY ? 0.07 : 0.12, count: one.x.length }
      drawSeries(surface, area, one, faint, (row) => brushed[row] === 0)
    }
  }
  for (const one of series) {
    const count = brushed?.reduce((sum, isBrushed) => sum + isBrushed, 0) ?? one.x.length
    const opacity = count > 20_000 ? 0.4 : count > MANY ? 0.55 : 0.75
    drawSeries(surface, area, one, { opacity, count }, (row) => brushed === null || brushed[row] === 1)
  }
}

function drawSeries(
  surface: Surface,
  area: PlotArea,
  { x, y, color, shape }: PointSeries,
  { opacity, count }: { readonly opacity: number; readonly count: number },
  isShown: (row: number) => boolean,
): void {
  const { context, colors } = surface
  const eachPoint = (mark: (left: number, top: number) => void): void => {
    for (let row = 0; row < x.length; row++) {
      if (!isShown(row)) continue
      const [left, top] = [area.x(x[row] as number), area.y(y[row] as number)]
      if (Number.isFinite(top)) mark(left, top)
    }
  }
  if (count > MANY) {
    drawDensity(surface, { color: colors[color], opacity, size: count > 20_000 ? 1.6 : 2.4 }, eachPoint)
    return
  }
  context.fillStyle = withOpacity(colors[color], opacity)
  eachPoint((left, top) => (shape === 'round' ? disc : diamond)(context, left, top))
}

function disc(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath()
  context.arc(x, y, 3, 0, 2 * Math.PI)
  context.fill()
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath()
  context.moveTo(x, y - 3.5)
  context.lineTo(x + 3.5, y)
  context.lineTo(x, y + 3.5)
  context.lineTo(x - 3.5, y)
  context.fill()
}
