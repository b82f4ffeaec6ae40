import type { Position } from '@tradeloom/contracts'
import type { ChartColors } from '../chart-colors.ts'
import { PanePrimitive, type PaneScales } from '../pane-primitive.ts'

export interface LocatedPosition {
  readonly position: Position
  /** Indexes of the bars in which it opened and closed; an open position ends with the last bar. */
  readonly from: number
  readonly to: number
}

const TRIANGLE = 7
const DOT = 3.5
const HALO = 2
/** With more positions in view than this, stop and target lines would cover the candles. */
const MAX_WITH_LEVELS = 30

/** Color shows gain or loss, the direction of the triangle shows long or short: neither needs the other. */
function positionColor({ status, profit }: Position, colors: ChartColors): string {
  if (status === 'OPEN') return colors.info
  return profit > 0 ? colors.buy : colors.sell
}

/** A rim in the background color separates a mark from candles of its own color. */
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
  scales: PaneScales,
  located: LocatedPosition,
  price: number | null,
): void {
  if (price === null) return
  const [left, right, y] = [scales.toX(located.from), scales.toX(located.to), scales.toY(price)]
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
  scales: PaneScales,
  located: LocatedPosition,
  colors: ChartColors,
  hasLevels: boolean,
): void {
  const { position } = located
  const [fromX, fromY] = [scales.toX(located.from), scales.toY(position.openPrice)]
  if (fromX === null || fromY === null) return
  const color = positionColor(position, colors)
  context.lineWidth = 1
  if (hasLevels) {
    context.strokeStyle = colors.warn
    drawLevel(context, scales, located, position.stopLoss)
    context.strokeStyle = colors.info
    drawLevel(context, scales, located, position.takeProfit)
  }
  context.strokeStyle = color
  context.fillStyle = color
  const toX = scales.toX(located.to)
  const toY = position.closePrice === null ? null : scales.toY(position.closePrice)
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

interface Mark {
  readonly x: number
  readonly y: number
  readonly position: Position
}

/** A click this close to a mark, in pixels, means it. */
const NEAR = 12

/** Draws positions over the candles: a triangle where they open, a line to a dot where they close, stops dashed. */
export class PositionsPrimitive extends PanePrimitive<LocatedPosition> {
  readonly #colors: ChartColors
  /** Where marks were painted last. */
  #marks: Mark[] = []
  /** The number of the position that is marked in the table too. */
  selected: number | null = null

  constructor(colors: ChartColors) {
    super()
    this.#colors = colors
  }

  /** The position whose mark is nearest to a point of the pane; null if none is near. */
  positionAt(x: number, y: number): Position | null {
    let nearest: { readonly position: Position; readonly distance: number } | null = null
    for (const mark of this.#marks) {
      const distance = Math.hypot(mark.x - x, mark.y - y)
      if (distance <= NEAR && distance < (nearest?.distance ?? Infinity))
        nearest = { position: mark.position, distance }
    }
    return nearest?.position ?? null
  }

  protected paint(context: CanvasRenderingContext2D, positions: readonly LocatedPosition[], scales: PaneScales): void {
    const shown = positions.filter(({ from, to }) => to >= scales.view.from && from <= scales.view.to)
    this.#marks = []
    const hasLevels = shown.length <= MAX_WITH_LEVELS
    for (const located of shown) {
      if (located.position.id === this.selected) this.#paintSelection(context, scales, located)
      drawPosition(context, scales, located, this.#colors, hasLevels)
      this.#mark(scales, located.from, located.position.openPrice, located.position)
      this.#mark(scales, located.to, located.position.closePrice, located.position)
    }
  }

  #mark({ toX, toY }: PaneScales, barIndex: number, price: number | null, position: Position): void {
    const [x, y] = [toX(barIndex), price === null ? null : toY(price)]
    if (x !== null && y !== null) this.#marks.push({ x, y, position })
  }

  /** Shades the selected position's time, and rings its start. */
  #paintSelection(
    context: CanvasRenderingContext2D,
    scales: PaneScales,
    { position, from, to }: LocatedPosition,
  ): void {
    const [left, right, y] = [scales.toX(from), scales.toX(to), scales.toY(position.openPrice)]
    if (left === null || right === null || y === null) return
    context.save()
    context.fillStyle = this.#colors.accent
    context.strokeStyle = this.#colors.accent
    context.globalAlpha = 0.12
    context.fillRect(left - 2, 0, Math.max(4, right - left + 4), scales.height)
    context.globalAlpha = 1
    context.lineWidth = 2
    context.beginPath()
    context.arc(left, y, TRIANGLE + 6, 0, 2 * Math.PI)
    context.stroke()
    context.restore()
  }
}
