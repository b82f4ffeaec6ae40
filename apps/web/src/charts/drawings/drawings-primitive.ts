import type { ISeriesPrimitiveAxisView } from 'lightweight-charts'
import { type ChartColors, withOpacity } from '../chart-colors.ts'
import { PanePrimitive, type PaneScales } from '../pane-primitive.ts'
import type { Figure } from './drawing-tools.ts'
import { FIBONACCI_LEVELS, type PanePoint, shapeOf, TEXT_SIZE } from './figure-shape.ts'

export interface DrawnFigure {
  readonly figure: Figure
  readonly isSelected: boolean
  /** For a measurement: what it says. */
  readonly label: readonly string[]
}

interface DrawingsOptions {
  readonly colors: ChartColors
  readonly precision: number
  /** The bar index of a time, fractions included. */
  readonly placeOf: (time: number) => number
}

const FONT = "'Inter Variable', system-ui, sans-serif"
const HANDLE = 4.5
const LABEL_HEIGHT = 18

/** What the user has drawn, over the bars. */
export class DrawingsPrimitive extends PanePrimitive<DrawnFigure> {
  readonly #options: DrawingsOptions
  #axisLabels: readonly AxisLabel[] = []

  constructor(options: DrawingsOptions) {
    super()
    this.#options = options
  }

  override zOrder(): 'top' {
    return 'top'
  }

  /** Horizontal lines have their price on the axis. */
  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#axisLabels
  }

  override show(items: readonly DrawnFigure[]): void {
    const { colors, precision } = this.#options
    this.#axisLabels = items.flatMap(({ figure }) => {
      const price = figure.kind === 'horizontal' ? figure.points[0]?.price : undefined
      if (price === undefined) return []
      return [new AxisLabel(price.toFixed(precision), figure.color, colors.background, () => this.priceToY(price))]
    })
    super.show(items)
  }

  protected paint(context: CanvasRenderingContext2D, items: readonly DrawnFigure[], scales: PaneScales): void {
    for (const item of items) {
      const points = item.figure.points.flatMap(({ time, price }) => {
        const [x, y] = [scales.toX(this.#options.placeOf(time)), scales.toY(price)]
        return x === null || y === null ? [] : [{ x, y }]
      })
      if (points.length === item.figure.points.length) this.#paintFigure(context, item, points, scales)
    }
  }

  #paintFigure(
    context: CanvasRenderingContext2D,
    { figure, isSelected, label }: DrawnFigure,
    points: readonly PanePoint[],
    scales: PaneScales,
  ): void {
    const { segments, area } = shapeOf(figure, points, scales)
    context.strokeStyle = figure.color
    context.fillStyle = withOpacity(figure.color, 0.16)
    context.lineWidth = isSelected ? 2 : 1.5
    if (area !== null && figure.kind !== 'text') {
      context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top)
    }
    for (const { from, to } of segments) {
      context.beginPath()
      context.moveTo(from.x, from.y)
      context.lineTo(to.x, to.y)
      context.stroke()
    }
    if (figure.kind === 'fibonacci') this.#paintLevels(context, figure, points)
    if (figure.kind === 'text') paintText(context, figure, points[0])
    if (figure.kind === 'measure' && area !== null) this.#paintLabel(context, label, area, scales.width)
    if (!isSelected) return
    context.fillStyle = this.#options.colors.background
    context.lineWidth = 2
    for (const { x, y } of points) {
      context.beginPath()
      context.arc(x, y, HANDLE, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
  }

  #paintLevels(context: CanvasRenderingContext2D, figure: Figure, points: readonly PanePoint[]): void {
    const [first, second] = figure.points
    const [from, to] = points
    if (first === undefined || second === undefined || from === undefined || to === undefined) return
    const { colors } = this.#options
    context.save()
    context.font = `600 11px ${FONT}`
    // Bars lie behind the labels: a rim in the color of the background keeps them readable.
    context.strokeStyle = colors.background
    context.fillStyle = colors.strong
    context.lineWidth = 3
    context.lineJoin = 'round'
    for (const level of FIBONACCI_LEVELS) {
      const price = second.price + (first.price - second.price) * level
      const text = `${level} (${price.toFixed(this.#options.precision)})`
      const [x, y] = [Math.min(from.x, to.x) + 4, to.y + (from.y - to.y) * level - 4]
      context.strokeText(text, x, y)
      context.fillText(text, x, y)
    }
    context.restore()
  }

  #paintLabel(
    context: CanvasRenderingContext2D,
    label: readonly string[],
    { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
    paneWidth: number,
  ): void {
    const { colors } = this.#options
    context.font = `12px ${FONT}`
    const width = Math.max(0, ...label.map((line) => context.measureText(line).width)) + 20
    const height = label.length * LABEL_HEIGHT + 8
    const x = Math.max(4, Math.min((left + right) / 2 - width / 2, paneWidth - width - 4))
    const y = top - height - 6 > 0 ? top - height - 6 : bottom + 6
    context.fillStyle = colors.label
    context.beginPath()
    context.roundRect(x, y, width, height, 4)
    context.fill()
    context.fillStyle = colors.strong
    for (const [at, line] of label.entries()) context.fillText(line, x + 10, y + 18 + at * LABEL_HEIGHT)
  }
}

function paintText(context: CanvasRenderingContext2D, { text = '', color }: Figure, at: PanePoint | undefined): void {
  if (at === undefined) return
  context.font = `600 ${TEXT_SIZE}px ${FONT}`
  context.fillStyle = color
  for (const [row, line] of text.split('\n').entries()) context.fillText(line, at.x, at.y + row * 17)
}

class AxisLabel implements ISeriesPrimitiveAxisView {
  readonly #text: string
  readonly #color: string
  readonly #textColor: string
  readonly #y: () => number | null

  constructor(text: string, color: string, textColor: string, y: () => number | null) {
    this.#text = text
    this.#color = color
    this.#textColor = textColor
    this.#y = y
  }

  coordinate(): number {
    return this.#y() ?? -100
  }

  text(): string {
    return this.#text
  }

  textColor(): string {
    return this.#textColor
  }

  backColor(): string {
    return this.#color
  }
}
