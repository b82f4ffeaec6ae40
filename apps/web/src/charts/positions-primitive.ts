import type { Position } from '@tradeloom/contracts'
import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { ChartColors } from './chart-theme.ts'

export interface PlacedPosition {
  readonly position: Position
  /** Bars in which it was opened and closed; an open position ends with the last bar. */
  readonly from: number
  readonly to: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

interface Scales {
  readonly x: (logical: number) => number | null
  readonly y: (price: number) => number | null
}

const TRIANGLE = 7
const DOT = 3.5
const HALO = 2

/** Colour tells gain or loss, the way a triangle points tells long or short: neither needs the other. */
function positionColor({ status, profit }: Position, colors: ChartColors): string {
  if (status === 'OPEN') return colors.info
  return profit > 0 ? colors.buy : colors.sell
}

/** A rim in the chart's own colour keeps a mark apart from candles of the same colour. */
function fillWithHalo(context: CanvasRenderingContext2D, halo: string): void {
  context.save()
  context.strokeStyle = halo
  context.lineWidth = HALO
  context.stroke()
  context.restore()
  context.fill()
}

function drawTriangle(context: CanvasRenderingContext2D, x: number, y: number, isUp: boolean, halo: string): void {
  const tip = isUp ? -TRIANGLE : TRIANGLE
  context.beginPath()
  context.moveTo(x, y + tip)
  context.lineTo(x - TRIANGLE, y - tip * 0.6)
  context.lineTo(x + TRIANGLE, y - tip * 0.6)
  context.closePath()
  fillWithHalo(context, halo)
}

function drawLevel(
  context: CanvasRenderingContext2D,
  scales: Scales,
  placed: PlacedPosition,
  price: number | null,
): void {
  if (price === null) return
  const [left, right, y] = [scales.x(placed.from), scales.x(placed.to), scales.y(price)]
  if (left === null || right === null || y === null) return
  context.save()
  context.setLineDash([3, 3])
  context.globalAlpha = 0.7
  context.beginPath()
  context.moveTo(left, y)
  context.lineTo(Math.max(right, left + 6), y)
  context.stroke()
  context.restore()
}

function drawPosition(
  context: CanvasRenderingContext2D,
  scales: Scales,
  placed: PlacedPosition,
  colors: ChartColors,
  hasLevels: boolean,
): void {
  const { position } = placed
  const [fromX, fromY] = [scales.x(placed.from), scales.y(position.openPrice)]
  if (fromX === null || fromY === null) return
  const color = positionColor(position, colors)
  context.lineWidth = 1
  if (hasLevels) {
    context.strokeStyle = colors.warn
    drawLevel(context, scales, placed, position.stopLoss)
    context.strokeStyle = colors.info
    drawLevel(context, scales, placed, position.takeProfit)
  }
  context.strokeStyle = color
  context.fillStyle = color
  const toX = scales.x(placed.to)
  const toY = position.closePrice === null ? null : scales.y(position.closePrice)
  if (toX !== null && toY !== null) {
    context.beginPath()
    context.moveTo(fromX, fromY)
    context.lineTo(toX, toY)
    context.stroke()
    context.beginPath()
    context.arc(toX, toY, DOT, 0, 2 * Math.PI)
    fillWithHalo(context, colors.background)
  }
  drawTriangle(context, fromX, fromY, position.direction === 'LONG', colors.background)
}

/** Draws positions over the candles: a triangle where they open, a line to a dot where they close, stops dashed. */
export class PositionsPrimitive implements ISeriesPrimitive<Time>, IPrimitivePaneView, IPrimitivePaneRenderer {
  #attached: SeriesAttachedParameter<Time> | null = null
  #shown: readonly PlacedPosition[] = []
  #colors: ChartColors

  constructor(colors: ChartColors) {
    this.#colors = colors
  }

  attached(parameters: SeriesAttachedParameter<Time>): void {
    this.#attached = parameters
  }

  detached(): void {
    this.#attached = null
  }

  show(positions: readonly PlacedPosition[]): void {
    this.#shown = positions
    this.#attached?.requestUpdate()
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [this]
  }

  renderer(): IPrimitivePaneRenderer {
    return this
  }

  draw(target: Target): void {
    const attached = this.#attached
    if (attached === null) return
    const { chart, series } = attached
    const scales: Scales = {
      x: (logical) => chart.timeScale().logicalToCoordinate(logical as Logical),
      y: (price) => series.priceToCoordinate(price),
    }
    const hasLevels = this.#shown.length <= 30
    target.useMediaCoordinateSpace(({ context }) => {
      for (const placed of this.#shown) drawPosition(context, scales, placed, this.#colors, hasLevels)
    })
  }
}
