import { PanePrimitive, type PaneScales } from '../pane-primitive.ts'

export interface PlotRange {
  readonly barIndex: number
  readonly min: number
  readonly max: number
}

/** Strokes from the lowest to the highest value of each bar: a bar with many values hides none of them. */
export class PlotRangePrimitive extends PanePrimitive<PlotRange> {
  readonly #color: string

  constructor(color: string) {
    super()
    this.#color = color
  }

  protected paint(context: CanvasRenderingContext2D, ranges: readonly PlotRange[], scales: PaneScales): void {
    const { toX, toY, view } = scales
    context.strokeStyle = this.#color
    context.globalAlpha = 0.4
    context.lineWidth = 1
    context.beginPath()
    for (const { barIndex, min, max } of ranges) {
      if (barIndex < view.from - 1 || barIndex > view.to + 1) continue
      const [x, low, high] = [toX(barIndex), toY(min), toY(max)]
      if (x === null || low === null || high === null) continue
      context.moveTo(x, low)
      context.lineTo(x, high)
    }
    context.stroke()
  }
}
